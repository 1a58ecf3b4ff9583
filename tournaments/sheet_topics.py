"""Under which name open pages follow a score sheet."""

import uuid


def sheet_topic(public_id: uuid.UUID) -> str:
    return f"sheet:{public_id}"
