"""For the open internet: nothing has a default that would be unsafe there."""

from django.core.exceptions import ImproperlyConfigured

from deploy.settings.base import *


def _required(name: str, what: str) -> str:
    value: str = env.str(name, default="")
    if not value:
        raise ImproperlyConfigured(
            f"{name} is not set. Production needs {what}. See deploy/README.md."
        )
    return value


DEBUG = False
SECRET_KEY = _required("SECRET_KEY", "a long random secret of its own")
ALLOWED_HOSTS = [
    host.strip()
    for host in _required("ALLOWED_HOSTS", "the host names it answers to, with commas").split(",")
]
CSRF_TRUSTED_ORIGINS = env.list(
    "CSRF_TRUSTED_ORIGINS",
    # ".example.org" means every name below it, which an origin writes with a star.
    default=[f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS],
)
# Where mails lead that no request has caused.
SITE_URL = env.str("SITE_URL", default=f"https://{ALLOWED_HOSTS[0].removeprefix('.')}")
DATABASES = {"default": database_settings(_required("DATABASE_URL", "a PostgreSQL address"))}
vars().update(
    broker_settings(
        _required("CELERY_BROKER_URL", "the queue's address (pgmq://, redis:// or amqp://)")
    )
)
TASK_SIGNING_KEY = signing_key(
    _required("TASK_SIGNING_KEY", "an Ed25519 key that signs the orders to the runners")
)

# Without a mail server, codes and reset links would land in the logs.
vars().update(env.email_url_config(_required("EMAIL_URL", "a mail server's address")))

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
if env.bool("BEHIND_TLS_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=365 * 24 * 3600)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=True)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True

LOGGING = log_settings(formatter="json", level=env.str("LOG_LEVEL", default="INFO"))
