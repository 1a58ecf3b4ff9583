"""What a worker reads from its environment."""

import pytest
from environ import Env

from arena.runner.configuration import ConfigurationError, RunnerConfiguration
from arena.runner.sandbox.names import INSECURE
from tests.arena.runner import hosted_runtime

WORDS = (*Env.BOOLEAN_TRUE_STRINGS, "True", " YES ", "2", "-1", "", "0", "false", "off", "no", "x")


@pytest.mark.usefixtures("runtime")
@pytest.mark.parametrize("word", WORDS)
def test_debug_means_the_same_to_the_runner_and_the_site(word: str) -> None:
    environment = {
        "CELERY_BROKER_URL": "memory://",
        "TASK_CHECK_KEY": "key",
        "DURAKO_ARCHIVES": "archives",
        "DURAKO_RUNTIME": str(hosted_runtime.FOLDER),
        "DURAKO_GAMESERVER": "gameserver",
        "DURAKO_RUNNER_VAR": "runner",
        "DURAKO_SANDBOX": INSECURE,
        "DEBUG": word,
    }
    if Env.parse_value(word, bool):
        assert RunnerConfiguration.from_environment(environment).sandbox == INSECURE
        return
    with pytest.raises(ConfigurationError, match="DEBUG=1"):
        RunnerConfiguration.from_environment(environment)
