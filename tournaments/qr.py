"""QR codes, for links that travel from one screen to another phone."""

from base64 import b64encode

import qrcode
from qrcode.image.svg import SvgPathImage

_MARGIN = 2  # modules; the picture's own white frame adds the rest


def qr_data_url(text: str) -> str:
    """The text as a picture in a data: address, which our Content-Security-Policy lets us show."""
    picture = qrcode.make(text, image_factory=SvgPathImage, border=_MARGIN)
    return "data:image/svg+xml;base64," + b64encode(picture.to_string()).decode()
