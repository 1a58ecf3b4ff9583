"""Generated protobuf code: `make proto` writes it from proto/, and the test run checks it."""
