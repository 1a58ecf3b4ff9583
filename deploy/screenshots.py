"""The README's picture: the home page of a running service, on a desk and on a phone.

    python -m deploy.screenshots --url http://127.0.0.1:8000 --out deploy/pictures

Needs the developers' environment (Playwright) and a Chromium: the one CHROMIUM names, or the
machine's own.
"""

import argparse
import base64
import sys
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from deploy.bootstrap import chromium

_FLAGS = ["--no-sandbox", "--disable-gpu"]
_DESK = (1280, 860)
_PHONE = (390, 780)


def _shot(browser: Browser, url: str, size: tuple[int, int], *, scheme: str) -> str:
    """One page as a data: address."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    picture = page.screenshot()
    context.close()
    return "data:image/png;base64," + base64.b64encode(picture).decode()


def _composed(browser: Browser, *, desk: str, phone: str) -> bytes:
    """The desk with the phone in front of it."""
    page = browser.new_page(viewport={"width": 1060, "height": 620})
    page.set_content(
        f"""
        <style>
          body {{ margin: 0; background: #e6dfcd; }}
          img {{ position: absolute; box-shadow: 0 18px 40px -12px #0009; }}
          .desk {{ left: 28px; top: 28px; width: 830px; border-radius: 12px; }}
          .phone {{ right: 28px; top: 76px; width: 250px; border-radius: 24px;
                    border: 8px solid #1c2722; }}
        </style>
        <img class="desk" src="{desk}"><img class="phone" src="{phone}">
        """
    )
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    picture = page.screenshot(type="png")
    page.close()
    return picture


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--out", type=Path, default=Path("deploy/pictures"))
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=_FLAGS)
            desk = _shot(browser, options.url, _DESK, scheme="light")
            phone = _shot(browser, options.url, _PHONE, scheme="dark")
            target = options.out / "home.png"
            target.write_bytes(_composed(browser, desk=desk, phone=phone))
            browser.close()
    except Error as error:
        sys.stderr.write(
            f"No picture: {error.message}\nIs the service running at {options.url}, and is "
            "Chromium installed (or named by CHROMIUM)?\n"
        )
        return 1
    sys.stdout.write(f"{target}: {target.stat().st_size // 1024} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
