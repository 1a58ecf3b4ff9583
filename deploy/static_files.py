"""Static files under names that hold their hash, so that browsers may keep them for ever."""

from typing import Final

from servestatic.storage import CompressedManifestStaticFilesStorage

# Our own modules only, in the one form in which they import each other. Django's patterns for all
# scripts stumble over what others write in theirs.
_IMPORT: Final = (
    r"""(?P<matched>\bfrom\s*["'](?P<url>(?:\.{1,2}/)+(?:[\w-]+/)*[\w-]+\.js)["'])""",
    'from "%(url)s"',
)


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Also renames what our ES modules import: a page must never mix modules of two releases."""

    max_post_process_passes = 12  # one for each level on which modules import modules
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("tournaments/*.js", (_IMPORT,)),
        ("arena/*.js", (_IMPORT,)),
    )
