"""Django's command line, on the development settings unless told otherwise."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings.development")
    execute_from_command_line(sys.argv)
