"""What every program in the client's pod begins with: how it speaks, and how it ends.

Every line on standard output is one JSON object: {"step": ...} when something begins, {"detail": ...} while it goes on,
{"fact": name, "value": ...} when something is known, {"error": ...} when it went wrong, with an "advice" if there is one.
"""

import json
import sys

import openstack


class Refused(Exception):
    """What a person can mend, and how."""

    def __init__(self, why, advice):
        super().__init__(why)
        self.advice = advice


def say(**fields):
    print(json.dumps(fields), flush=True)


def fact(name, value):
    say(fact=name, value=value)


def work(on):
    """Does something with the cloud and the words of the command line; says what went wrong, if anything did."""
    try:
        on(openstack.connect(), *sys.argv[1:])
    except Refused as refusal:
        say(error=str(refusal), advice=refusal.advice)
        sys.exit(1)
    except Exception as error:
        say(error=f"{type(error).__name__}: {error}")
        sys.exit(1)
