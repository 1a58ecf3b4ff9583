"""The web application. Production unless told otherwise: forgetting a variable must fail safe."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.production")
django.setup(set_prefix=False)

from deploy.bodies import BodyHandler  # noqa: E402 - needs what was just set up

application = BodyHandler()
