"""What every environment shares.

Values that differ between machines come from environment variables (see deploy/README.md); the
modules beside this one say where they come from and what happens when one is missing.
"""

from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from arena.runner.queues import celery_settings
from arena.runner.signing import key_to_check
from deploy.settings.api_words import API_DESCRIPTION

env = environ.Env()

PROJECT_DIR = Path(__file__).resolve().parents[2]
VAR_DIR = Path(env.str("DURAKO_VAR", default=str(PROJECT_DIR / "var"))).absolute()

DEBUG = env.bool("DEBUG", default=False)
# Keys that were used before SECRET_KEY: sessions and second factors made with them stay good.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ROOT_URLCONF = "deploy.urls"
ASGI_APPLICATION = "deploy.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "arena.apps.ArenaConfig",
    "tournaments.apps.TournamentsConfig",
    "tournaments.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "deploy.health.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.middleware.AccountLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "deploy.bodies.BodyRefusalMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]
# Forms look for their templates where pages do, so that tournaments/templates/django/forms counts.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"


def database_settings(url: str) -> dict[str, Any]:
    """The one database, with a connection pool where a process asks for one.

    Under ASGI every request may run in a new thread, so the web process would open a connection
    per request without a pool; Celery's forked workers keep one connection each instead.
    """
    settings: dict[str, Any] = env.db_url_config(url)
    settings["CONN_HEALTH_CHECKS"] = True
    pool_size = env.int("DATABASE_POOL_SIZE", default=0)
    if pool_size:
        options = settings.setdefault("OPTIONS", {})  # holds what the address asks for: sslmode …
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 10}
    else:
        settings["CONN_MAX_AGE"] = 60
    return settings


# The cache lives in the database too: lock-outs and rate limits must hold across processes.
CACHE_TABLE = "durako_cache"
CACHES = {
    "default": env.cache_url("CACHE_URL", default=f"dbcache://{CACHE_TABLE}"),
}

# Accounts

AUTH_USER_MODEL = "tournaments.User"
# allauth's is Django's own and knows e-mail addresses; a second one would only hash every wrong
# password twice.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
SESSION_ENGINE = "tournaments.sessions"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "tournaments.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "tournaments.forms.SignupForm"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_CHANGE_EMAIL = True  # one address per account, replaced once the new one is proven
ACCOUNT_EMAIL_NOTIFICATIONS = True  # tell people when their password or second factor changed
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Durako] "
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = None
# The lock-out: five wrong passwords or codes for one account, or thirty from one address, in a
# quarter of an hour. allauth's limits cover the password, the second factor and re-authentication
# with one mechanism, which is why there is no second one (such as django-axes) beside it. The
# count per address has a name of its own; tournaments.adapters says why.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "5/15m/key",
    "login_failed_address": "30/15m/ip",
    "change_password": "10/15m/user",
}
# Ours, counted by the same mechanism (tournaments.rate_limits). A whole club may come from one
# address, but nobody opens thirty sheets in an hour.
RATE_LIMITS = {
    "sheet_create": "200/1h/ip,30/1h/key",
    "sheet_link_wrong": "30/15m/ip",
    "bot_upload": "30/1h/user",
    "ladder_download": "120/10m/ip",
    "league_create": "20/1h/user",
    "league_apply": "60/1h/ip,10/1h/key",
    "league_link_wrong": "30/15m/ip",
    "league_official": "60/1h/user",
    "api_link_wrong": "30/15m/ip",
}
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)

# The programming interface

API_CALLS_A_MINUTE = {
    "account": env.int("API_CALLS_A_MINUTE", default=600),
    "address": env.int("API_CALLS_A_MINUTE_WITHOUT_TOKEN", default=120),
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["tournaments.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["tournaments.api.permissions.Scoped"],
    "DEFAULT_THROTTLE_CLASSES": ["tournaments.api.throttles.EveryMinute"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.StrictJsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "tournaments.api.parsers.OnlyAnswer",
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.ApiSchema",
    "EXCEPTION_HANDLER": "tournaments.api.problems.problem_handler",
    "COMPACT_JSON": True,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Durako",
    "VERSION": "1",
    "DESCRIPTION": API_DESCRIPTION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PUBLIC": True,
    "COMPONENT_SPLIT_REQUEST": True,
    "OAS_VERSION": "3.1.0",
    "PREPROCESSING_HOOKS": ["tournaments.api.schema.only_ours"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [],  # choices stand where they are made: names for them would collide
}

# Demo accounts have addresses that everybody knows: only where nobody else comes.
DEMO_ALLOWED = False

MFA_ADAPTER = "tournaments.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Durako"
MFA_TOTP_TOLERANCE = 1  # a code that ran out while it was typed in still counts (RFC 6238, 5.2)

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish")), ("de", _("German"))]
LOCALE_PATHS: list[Path] = []
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Files

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
MEDIA_ROOT = VAR_DIR / "media"
STORAGES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": env.str(
            "STORAGE_BACKEND", default="django.core.files.storage.FileSystemStorage"
        ),
        "OPTIONS": env.json("STORAGE_OPTIONS", default={}),
    },
    "staticfiles": {"BACKEND": "deploy.static_files.HashedStaticFiles"},
}

# The browser's side of safety

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],  # the second factor's QR code is a data: picture
        "manifest-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "worker-src": [SELF],
    },
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "tournaments.views.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# deploy.bodies reads no more than this; a file in it is then taken apart in memory, because Django
# has no word for a disk that is full.
FILE_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# E-mail: printed to the terminal until EMAIL_URL names a server.

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Durako <durako@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 20

# Where bots run. Only `manage.py doctor` asks: the runner itself knows no Django.

SANDBOX = env.str("DURAKO_SANDBOX", default="bwrap")
RUNTIME_DIR = Path(env.str("DURAKO_RUNTIME", default=str(VAR_DIR / "runtime")))
GAMESERVER_DIR = Path(env.str("DURAKO_GAMESERVER", default=str(VAR_DIR / "gameserver")))

# Who runs this service: the privacy page names them.

OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_EMAIL = env.str("OPERATOR_EMAIL", default="")

# The queue


def broker_settings(url: str) -> dict[str, Any]:
    """Celery's settings under the names Django's settings give them."""
    return {f"CELERY_{name.upper()}": value for name, value in celery_settings(url).items()}


def signing_key(value: str) -> str:
    """The key with which orders to the runners are signed; they hold only its counterpart."""
    try:
        key_to_check(value)
    except ValueError as error:
        raise ImproperlyConfigured(
            "TASK_SIGNING_KEY is no Ed25519 key. Make one with "
            "`python -c 'from arena.runner.signing import key_create; print(key_create())'`."
        ) from error
    return value


def log_settings(*, formatter: str, level: str) -> dict[str, Any]:
    """Everything to standard error; the launcher or the container keeps the files."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"format": "{levelname} {name}: {message}", "style": "{"},
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "format": "{asctime}{levelname}{name}{message}{process}",
                "style": "{",
                "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
            },
        },
        "filters": {"secrets": {"()": "deploy.log_filter.SecretPathsFilter"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": formatter,
                "filters": ["secrets"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # These bring handlers of their own, which would write in another form.
            **{
                name: {"handlers": [], "level": level, "propagate": True}
                for name in ("django", "uvicorn", "uvicorn.error", "uvicorn.access")
            },
            # Every address that does not exist and every stranger's host name: not our trouble.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }
