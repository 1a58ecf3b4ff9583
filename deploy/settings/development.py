"""One machine, one command: `make run` writes var/env, and these settings read it."""

from django.core.exceptions import ImproperlyConfigured

from deploy.settings.base import *

ENV_FILE = VAR_DIR / "env"
if ENV_FILE.exists():
    env.read_env(str(ENV_FILE))  # variables that are already set win


def _required(name: str) -> str:
    value: str = env.str(name, default="")
    if not value:
        raise ImproperlyConfigured(
            f"{name} is not set and {ENV_FILE} does not say it. "
            "Start `make run` once: it creates the file. Or set the variable yourself."
        )
    return value


SECRET_KEY = _required("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000")
DATABASES = {"default": database_settings(_required("DATABASE_URL"))}
vars().update(broker_settings(_required("CELERY_BROKER_URL")))
TASK_SIGNING_KEY = signing_key(_required("TASK_SIGNING_KEY"))

# Static files straight from the source folders, without a collecting step.
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_AUTOREFRESH = DEBUG

LOGGING = log_settings(formatter="line", level=env.str("LOG_LEVEL", default="WARNING"))
DEMO_ALLOWED = True
