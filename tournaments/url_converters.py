"""What the placeholders in our addresses may hold; anything else is no page of ours."""


class TokenConverter:
    """A public id or a secret of ours: letters, digits, - and _, of a sensible length."""

    regex = "[A-Za-z0-9_-]{8,128}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
