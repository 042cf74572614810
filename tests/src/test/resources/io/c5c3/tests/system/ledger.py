"""Uses a cloud without rest, and says what it was told, a line each behind the time in milliseconds: `login`, `made KIND ID`, `refused KIND WHY`.

What is said to be made was acknowledged: from then on nobody may lose it. Tokens stay in here, since they open the cloud; that one was
refused while it was valid is said as `lost token`.
"""

import collections
import itertools
import tempfile
import threading
import time

import openstack

SECONDS_PER_ANSWER = 10
SECONDS_BETWEEN_LOGINS = 0.1
SECONDS_BETWEEN_WRITES = 0.5
TOKENS_KEPT = 200
VOLUMES = 10


TELLING = threading.Lock()


def say(*words):
    # One at a time: print writes a line in several pieces.
    with TELLING:
        print(f"{time.time() * 1000:.0f}", *words, flush=True)


def connect():
    return openstack.connect(api_timeout=SECONDS_PER_ANSWER)


def why(fault):
    return f"{type(fault).__name__}: {fault}".replace("\n", " ")[:300]


def log_in():
    tokens = collections.deque(maxlen=TOKENS_KEPT)
    cloud = connect()
    while True:
        try:
            cloud.session.invalidate()
            tokens.append(cloud.session.get_token())
            say("login")
            found = cloud.identity.get("/auth/tokens", headers={"X-Subject-Token": tokens[0]})
            if found.status_code in (401, 404):
                say("lost", "token", f"HTTP {found.status_code}")
                tokens.popleft()
        except Exception as fault:
            say("refused", "login", why(fault))
            cloud = connect()
        time.sleep(SECONDS_BETWEEN_LOGINS)


def project(cloud, number):
    return cloud.identity.create_project(name=f"ledger-{time.time_ns()}-{number}").id


def image(cloud, number):
    with tempfile.NamedTemporaryFile() as content:
        content.write(b"ledger" * 8192)
        content.flush()
        return cloud.create_image(
            f"ledger-{number}", filename=content.name, disk_format="raw", wait=True, timeout=60
        ).id


def volume(cloud, number):
    return cloud.create_volume(1, name=f"ledger-{number}", wait=True, timeout=120).id


def write():
    cloud = connect()
    kinds = None
    volumes = 0
    for number in itertools.count():
        kind = "cloud"
        try:
            if kinds is None:
                kinds = [("project", project)]
                kinds += [("image", image)] if cloud.has_service("image") else []
                kinds += [("volume", volume)] if cloud.has_service("block-storage") else []
            kind, make = kinds[number % len(kinds)]
            if kind != "volume" or volumes < VOLUMES:
                say("made", kind, make(cloud, number))
                volumes += kind == "volume"
        except Exception as fault:
            say("refused", kind, why(fault))
            cloud = connect()
        time.sleep(SECONDS_BETWEEN_WRITES)


threading.Thread(target=write, daemon=True).start()
log_in()
