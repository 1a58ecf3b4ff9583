"""The pages of A/B tests."""
