"""The operators' pages: staff whose session has shown the second factor, and nobody else."""
