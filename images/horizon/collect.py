"""Collects all that browsers load and compresses it, as Horizon's own commands do, and tries that pages find it."""

import concurrent.futures
import json
import os
import pathlib

os.environ["DJANGO_SETTINGS_MODULE"] = "openstack_dashboard.settings"
os.environ["HORIZON_SECRET_KEY"] = "build"

import django  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402


class InTurn:
    """Takes the place of a pool of threads that forgets what goes wrong in it, and with it parts of pages."""

    def __init__(self, **_):
        pass

    def submit(self, function, *arguments):
        function(*arguments)

    def shutdown(self, **_):
        pass


django.setup()
call_command("collectstatic", interactive=False, verbosity=0)
concurrent.futures.ThreadPoolExecutor = InTurn
call_command("compress", force=True, verbosity=0)

setup_test_environment()
manifest = pathlib.Path(settings.STATIC_ROOT, "dashboard/manifest.json")
for theme, *_ in settings.AVAILABLE_THEMES:
    browser = Client()
    browser.cookies["theme"] = theme
    page = browser.get("/auth/login/")
    if page.status_code != 200 or b"/static/dashboard/css/output." not in page.content:
        raise SystemExit(f"The page to log in is {page.status_code} with the theme {theme}")
print(f"{len(json.loads(manifest.read_text()))} parts of pages are compressed")
