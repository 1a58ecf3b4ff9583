"""The web application. Production unless told otherwise: forgetting a variable must fail safe."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")

application = get_asgi_application()
