"""The test run: the real database and queue, started by tests/embedded_database.py."""

from arena.runner.signing import key_create
from deploy.settings.base import *

SECRET_KEY = "only-for-tests"  # noqa: S105 - no secret
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
SITE_URL = "http://testserver"
# The fallback is never connected to; it lets tools that only read the code load the settings.
DATABASES = {
    "default": database_settings(env.str("DATABASE_URL", default="postgresql:///not-started"))
}
vars().update(broker_settings(env.str("CELERY_BROKER_URL", default="memory://")))
TASK_SIGNING_KEY = signing_key(env.str("TASK_SIGNING_KEY", default=key_create()))
# The processes of one test run do not tidy up each other's files.
MEDIA_ROOT = VAR_DIR / "media" / env.str("PYTEST_XDIST_WORKER", default="main")

STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
# The live server serves static files by Django. The one of production is asynchronous only, so that
# each request of a test client would need an event loop and two changes of thread to pass it; whole
# services are tested with it.
MIDDLEWARE.remove("servestatic.middleware.ServeStaticMiddleware")
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
LOGGING = log_settings(formatter="line", level="WARNING")
DEMO_ALLOWED = True
