"""Issues tokens and has those of the last seconds validated, again and again, until the file /tmp/enough is there; then prints the count."""

import collections
import json
import os
import time

import openstack

KEPT_SECONDS = 20


def main():
    cloud = openstack.connect()
    count = collections.Counter()
    faults = []
    tokens = collections.deque()
    while not os.path.exists("/tmp/enough"):
        try:
            cloud.session.invalidate()
            tokens.append((time.monotonic(), cloud.session.get_token()))
            count["issued"] += 1
            while time.monotonic() - tokens[0][0] > KEPT_SECONDS:
                tokens.popleft()
            for _, token in (tokens[0], tokens[-1]):
                cloud.identity.get("/auth/tokens", headers={"X-Subject-Token": token}).raise_for_status()
                count["validated"] += 1
        except Exception as fault:
            faults.append(f"{type(fault).__name__}: {fault}")
    print(json.dumps({**count, "faults": len(faults), "first": faults[:3]}))


main()
