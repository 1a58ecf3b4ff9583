"""What is sent in as a bot: read, checked and unpacked without believing anything it says.

`read_submission` tells what a file or an archive is, or refuses it with a sentence that names the
entry, the cause and what to do; `unpack` writes it into a folder. No Django here: the site, the
runner and the authors' own `durako check` use the same code and say the same.
"""

from arena.archive.hosted import Hosted, hosted
from arena.archive.refusals import SubmissionRefusedError
from arena.archive.submission import Submission, read_submission
from arena.archive.unpack import unpack

__all__ = [
    "Hosted",
    "Submission",
    "SubmissionRefusedError",
    "hosted",
    "read_submission",
    "unpack",
]
