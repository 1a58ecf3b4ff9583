"""One base; development, production and testing change only what they must."""
