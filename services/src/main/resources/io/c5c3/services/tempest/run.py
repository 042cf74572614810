"""One run of tempest in a pod: finds out what the cloud has, makes what it lacks, runs the tests, keeps the report and tells the result.

The result is a line of JSON in the pod's termination message, where the operator reads it. Exit code 0 means that all tests were run and none failed.
"""

import collections
import configparser
import contextlib
import datetime
import functools
import html
import http.server
import importlib.metadata
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
import urllib.parse
import xml.sax.saxutils

import requests
import subunit
import testtools

GIVEN = pathlib.Path("/etc/tempest")
LOGIN = pathlib.Path("/etc/tempest/login")
WORK = pathlib.Path(os.environ.get("HOME", "/var/lib/tempest"))
REPORTS = pathlib.Path("/var/lib/tempest-reports")
LAST_WORDS = pathlib.Path("/dev/termination-log")

# Tests that are not to be run: those that the resource names, and those that nobody could make pass here.
EXCLUDES = WORK / "exclude.txt"

# What a termination message may hold, with room for the figures: names of tests that failed come first.
ROOM_FOR_NAMES = 3500

# Pods need not know the names that people outside use.
AUDIENCE = "internal"

# What a test of a plugin may need, whatever else is tested.
EVERYTHING = {"compute", "identity", "image", "network", "volume"}

VOLUME_TYPES = ("block-storage", "volumev3")

# Formats of images that a guest can be made from.
BOOTABLE = ("bare", "ovf", "ami")

# Properties without which a guest of an image would not be like others.
KEPT = ("kernel_id", "ramdisk_id", "os_command_line", "os_admin_user", "hw_video_model")

# Images above this size are not copied for tests that want a second one or a file.
LARGEST = 1 << 30

# Glance fetches images from this port and that of HTTPS only.
WEB = 80

# What runs make is of one run: another may be under way, and must not find it and then lose it.
MADE = "tempest-"
RUN = MADE + secrets.token_hex(4)


class Refused(Exception):
    """A service did not do what it was asked."""


class Stopped(BaseException):
    """Somebody wants the run to end now."""


class Cloud:
    """The APIs of the cloud, as the one who logs in sees them."""

    def __init__(self, url, authority, login):
        self.url = url
        self.login = login
        self.session = requests.Session()
        # Services are reached directly.
        self.session.trust_env = False
        if authority:
            self.session.verify = authority
        self.token = self.enter()

    def enter(self):
        answer = self.session.post(self.url + "/auth/tokens", json={"auth": self.login}, timeout=60)
        if answer.status_code != 201:
            raise Refused(f"Keystone does not let the credential in (status {answer.status_code})")
        self.session.headers["X-Auth-Token"] = answer.headers["X-Subject-Token"]
        return answer.json()["token"]

    def endpoint(self, kind, region):
        """Where a service is, without the version, which not every catalogue names."""
        for service in self.token.get("catalog", []):
            if service["type"] == kind:
                for endpoint in service["endpoints"]:
                    if endpoint["interface"] == AUDIENCE and endpoint["region_id"] == region:
                        return re.sub(r"/v2([.]0)?$", "", endpoint["url"].rstrip("/"))
        return None

    def send(self, method, url, expected=(200, 201, 202, 204), **arguments):
        answer = self.session.request(method, url, timeout=120, **arguments)
        if answer.status_code == 401:
            # A run may outlive its token.
            self.enter()
            answer = self.session.request(method, url, timeout=120, **arguments)
        if answer.status_code not in expected:
            raise Refused(f"{method} {url} was answered with status {answer.status_code}")
        return answer.json() if answer.content else {}

    def get(self, url, **parameters):
        return self.send("GET", url, params=parameters)

    def post(self, url, body):
        return self.send("POST", url, json=body)

    def remove(self, url):
        """Tidies up as far as the cloud lets us: what stays behind is no reason to lose the result."""
        try:
            self.send("DELETE", url, expected=(202, 204, 404))
        except (Refused, requests.RequestException) as e:
            print("left behind:", e, flush=True)


def given(name):
    """A value of the Secret, which may come with a newline at its end."""
    file = LOGIN / name
    return file.read_text().strip() if file.is_file() else ""


def login():
    if given("username") and given("password"):
        domain = {"name": given("user_domain_name") or "Default"}
        return {
            "identity": {
                "methods": ["password"],
                "password": {"user": {"name": given("username"), "password": given("password"), "domain": domain}},
            },
            "scope": {
                "project": {
                    "name": given("project_name") or "admin",
                    "domain": {"name": given("project_domain_name") or "Default"},
                }
            },
        }
    return {
        "identity": {
            "methods": ["application_credential"],
            "application_credential": {
                "id": given("application_credential_id"),
                "secret": given("application_credential_secret"),
            },
        }
    }


def administrator(cloud, undo):
    """Name and password of an administrator. Tempest cannot log in with an application credential, so one that has nothing else makes
    a user for the time of the run."""
    if given("username") and given("password"):
        return given("username"), given("password")
    project = cloud.token["project"]
    password = secrets.token_urlsafe(24)
    user = cloud.post(
        cloud.url + "/users",
        {"user": {"name": RUN, "password": password, "domain_id": project["domain"]["id"]}},
    )["user"]["id"]
    undo.callback(cloud.remove, f"{cloud.url}/users/{user}")
    role = cloud.get(cloud.url + "/roles", name="admin")["roles"][0]["id"]
    for place in (f"projects/{project['id']}", f"domains/{project['domain']['id']}", "system"):
        cloud.send("PUT", f"{cloud.url}/{place}/users/{user}/roles/{role}")
    return RUN, password


def made(cloud, url, name, content, undo, **properties):
    """An image of this run."""
    wanted = {"name": name, "disk_format": "raw", "container_format": "bare", "visibility": "public", **properties}
    image = cloud.post(url + "/v2/images", wanted)["id"]
    undo.callback(cloud.remove, f"{url}/v2/images/{image}")
    cloud.send("PUT", f"{url}/v2/images/{image}/file", data=content, headers={"Content-Type": "application/octet-stream"})
    return image


def guest(cloud, url, undo):
    """An image that guests can be made from; one that does not boot, if there is none: most tests only look at the API."""
    images = cloud.get(url + "/v2/images", status="active", visibility="public", sort="created_at:asc")["images"]
    for there in images:
        bootable = there.get("container_format") in BOOTABLE and there.get("disk_format") not in ("aki", "ari", "iso")
        if bootable and not (there["name"] or "").startswith(MADE):
            return there
    return cloud.get(f"{url}/v2/images/{made(cloud, url, RUN, bytes(1 << 20), undo, min_disk=1)}")


def described(image):
    """What has to be said of a second image with the content of the first, for guests of both to be alike."""
    return {name: image[name] for name in ("disk_format", "container_format", *KEPT) if image.get(name)}


def fetched(cloud, url, image):
    """The content of an image, as a file."""
    file = WORK / "web" / "guest.img"
    file.parent.mkdir(exist_ok=True)
    with cloud.session.get(f"{url}/v2/images/{image['id']}/file", stream=True, timeout=600) as answer, file.open("wb") as out:
        answer.raise_for_status()
        for piece in answer.iter_content(1 << 20):
            out.write(piece)
    return file


def empty_disk(file):
    """A disk in the format qcow2 on which nothing was ever written: its parts are a header, a count of clusters, and one empty table."""
    cluster = 1 << 16
    header = struct.pack(
        ">4sIQIIQIIQQIIQ", b"QFI\xfb", 2, 0, 0, 16, 1 << 20, 0, 1, 3 * cluster, cluster, 1, 0, 0
    )
    counts = struct.pack(">Q", 2 * cluster), struct.pack(">HHHH", 1, 1, 1, 1)
    file.write_bytes(b"".join(part.ljust(cluster, b"\0") for part in (header, *counts, b"")))
    return file


def published(folder):
    """A web server of our own, at the port that Glance fetches from; where it is."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
            pass

    server = http.server.ThreadingHTTPServer(("", WEB), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://{os.environ['POD_IP']}"


def images_found(cloud, url, undo):
    """What tests of images and guests are told of images, by section and option."""
    first = guest(cloud, url, undo)
    options = {"compute": {"image_ref": first["id"], "image_ref_alt": first["id"]}}
    if first["size"] > LARGEST:
        return options
    file = fetched(cloud, url, first)
    options["compute"]["image_ref_alt"] = made(cloud, url, RUN + "-other", file.read_bytes(), undo, **described(first))
    login = first.get("os_admin_user") or "root"
    options["validation"] = {"image_ssh_user": login, "image_alt_ssh_user": login}
    properties = {name: value for name, value in described(first).items() if name in KEPT and "," not in value}
    options["scenario"] = {
        "img_file": file,
        "img_disk_format": first["disk_format"],
        "img_container_format": first["container_format"],
        "img_properties": ",".join(f"{name}:{value}" for name, value in properties.items()),
    }
    empty_disk(file.parent / "empty.qcow2")
    web = published(file.parent)
    options["image"] = {"http_image": f"{web}/{file.name}", "http_qcow2_image": f"{web}/empty.qcow2"}
    stores = cloud.get(url + "/v2/info/stores/detail").get("stores", [])
    cloned = any(store.get("type") == "rbd" for store in stores)
    # What others were cloned from cannot go before them.
    options["volume-feature-enabled"] = {"enable_volume_image_dep_tests": not cloned}
    options["image-feature-enabled"] = {
        # Glance is told to make raw images of what is imported, where only those can be cloned.
        "image_conversion": cloned,
        "store_weight_enabled": len({store.get("weight", 0) for store in stores}) > 1,
    }
    return options


def newest(cloud, url):
    """The newest version of its API that a service speaks. Tests of newer ones are for another release, and those of this one are to run."""
    root = urllib.parse.urlsplit(url)
    try:
        versions = cloud.send("GET", f"{root.scheme}://{root.netloc}/", expected=(200, 300)).get("versions", [])
    except (Refused, requests.RequestException):
        return "latest"
    said = [version.get("max_version") or version.get("version") or "" for version in versions]
    return max(
        (number for number in said if re.fullmatch(r"[0-9]+[.][0-9]+", number)),
        key=lambda number: [int(part) for part in number.split(".")],
        default="latest",
    )


def shared_type(cloud, url, undo):
    """The kind of volumes that several servers may have at once: those of any other kind, they may not."""
    wanted = {"name": RUN + "-shared", "extra_specs": {"multiattach": "<is> True"}}
    made = cloud.post(url + "/types", {"volume_type": wanted})["volume_type"]
    undo.callback(cloud.remove, f"{url}/types/{made['id']}")
    return made["name"]


def volumes_found(cloud, url, undo):
    """What the backends can do, by section and option."""
    pools = cloud.get(f"{url}/scheduler-stats/get_pools", detail="true")["pools"]
    services = cloud.get(f"{url}/os-services")["services"]
    options = {
        "volume-feature-enabled": {
            "backup": any(s["binary"] == "cinder-backup" and s["state"] == "up" for s in services),
            "extend_attached_volume": True,
        }
    }
    if pools:
        can = pools[0]["capabilities"]
        protocol = can["storage_protocol"]
        options["volume"] = {"storage_protocol": protocol if isinstance(protocol, str) else protocol[0], "vendor_name": can["vendor_name"]}
        options["compute-feature-enabled"] = {"volume_multiattach": bool(can.get("multiattach"))}
        if can.get("multiattach"):
            options["volume"]["volume_type_multiattach"] = shared_type(cloud, url, undo)
        if options["volume"]["storage_protocol"] == "ceph":
            options["volume"]["manage_snapshot_ref"] = "source-name,snapshot-%s"
            options["volume-feature-enabled"].update(manage_volume=True, manage_snapshot=True)
    return options


def flavor(cloud, url, size, ram, undo):
    # Without a disk of its own, only administrators may boot from an image.
    wanted = {"name": f"{RUN}-{size}", "ram": ram, "vcpus": 1, "disk": 1}
    made = cloud.post(url + "/flavors", {"flavor": wanted})["flavor"]["id"]
    undo.callback(cloud.remove, f"{url}/flavors/{made}")
    return made


def outside(cloud, url, undo):
    """The network that floating addresses are of; one that leads nowhere, if there is none."""
    networks = cloud.get(url + "/v2.0/networks", **{"router:external": "true"})["networks"]
    for there in networks:
        if not (there["name"] or "").startswith(MADE):
            return there
    network = cloud.post(url + "/v2.0/networks", {"network": {"name": RUN, "router:external": True}})["network"]
    undo.callback(cloud.remove, f"{url}/v2.0/networks/{network['id']}")
    cloud.post(
        url + "/v2.0/subnets",
        {"subnet": {"network_id": network["id"], "ip_version": 4, "cidr": "198.51.100.0/24", "enable_dhcp": False}},
    )
    return network


def moves(copied):
    """What several hypervisors are for. With one, Tempest skips all of it by itself."""
    return {
        "cold_migration": True,
        "live_migration": True,
        "live_migrate_back_and_forth": True,
        "live_migrate_paused_instances": True,
        "volume_backed_live_migration": True,
        "block_migration_for_live_migration": copied,
    }


def explored(cloud, region, tested, undo):
    """What tempest has to be told about this cloud, by section and option: no more than the tests will need."""
    guests = bool(tested & {"compute", "volume"})

    def found(kind, needed):
        return cloud.endpoint(kind, region) if needed else None

    images = found("image", guests or "image" in tested)
    compute = found("compute", guests)
    networks = found("network", guests or "network" in tested)
    volume = next((kind for kind in VOLUME_TYPES if found(kind, guests)), None)
    options = {
        "auth": {
            "admin_project_name": cloud.token["project"]["name"],
            "admin_domain_name": cloud.token["project"]["domain"]["name"],
        },
        "service_available": {
            "glance": bool(images),
            "nova": bool(compute),
            "neutron": bool(networks),
            "cinder": bool(volume),
            "swift": False,
            "horizon": False,
        },
    }
    for section, url in (("compute", compute), ("volume", volume and found(volume, True)), ("placement", found("placement", guests))):
        if url:
            merge(options, {section: {"max_microversion": newest(cloud, url)}})
    if volume:
        merge(options, volumes_found(cloud, found(volume, True), undo))
        merge(options, {"volume": {"catalog_type": volume}})
        # The keys of encrypted volumes have to be kept by somebody.
        merge(options, {"compute-feature-enabled": {"attach_encrypted_volume": bool(found("key-manager", True))}})
    if images:
        merge(options, images_found(cloud, images, undo))
    if compute:
        hosts = cloud.get(compute + "/os-services", binary="nova-compute")["services"]
        sizes = {
            "flavor_ref": flavor(cloud, compute, "small", 128, undo),
            "flavor_ref_alt": flavor(cloud, compute, "large", 192, undo),
            "min_compute_nodes": max(1, sum(1 for h in hosts if h["state"] == "up" and h["status"] == "enabled")),
        }
        merge(options, {"compute": sizes})
        if sizes["min_compute_nodes"] > 1:
            # Where Glance's images are cloned, disks are in Ceph too, and need not be copied from node to node.
            cloned = options.get("image-feature-enabled", {}).get("image_conversion", False)
            merge(options, {"compute-feature-enabled": moves(not cloned)})
    if networks:
        network = outside(cloud, networks, undo)
        extensions = sorted(e["alias"] for e in cloud.get(networks + "/v2.0/extensions")["extensions"])
        options["network"] = {"public_network_id": network["id"], "floating_network_name": network["name"]}
        options["network-feature-enabled"] = {
            "api_extensions": ",".join(extensions),
            "port_security": "port-security" in extensions,
            "ipv6_subnet_attributes": True,
        }
    return options


def merge(options, more):
    for section, values in more.items():
        options.setdefault(section, {}).update(values)


def parser():
    # Values are the operator's or a person's: no character in them stands for anything else.
    made = configparser.RawConfigParser(default_section="no section has this name", strict=False)
    made.optionxform = str
    return made


def configured(options):
    """Writes tempest.conf: what was found out, and over it what the operator and the resource say."""
    conf = parser()
    conf.read_dict({section: {k: str(v) for k, v in values.items()} for section, values in options.items()})
    conf.read(GIVEN / "tempest.conf")
    file = WORK / "tempest.conf"
    with file.open("w") as out:
        conf.write(out)
    return file


def prepare():
    """Makes the folder in which tests are listed and run."""
    folder = WORK / "run"
    folder.mkdir()
    EXCLUDES.write_text((GIVEN / "exclude.txt").read_text())
    subprocess.run(["stestr", "init"], cwd=folder, check=True)


def lacking(plugins):
    """Plugins that are asked for and that the image does not have."""
    there = {entry.value.split(".")[0] for entry in importlib.metadata.entry_points(group="tempest.test_plugins")}
    return sorted(p for p in plugins if not there & {p + "_tempest_plugin", p + "_tempest_tests"})


def command(file, includes, *more):
    words = ["tempest", "run", "--config-file", str(file), *more]
    return words + ["--include-list", str(includes), "--exclude-list", str(EXCLUDES)]


def listed(file, includes):
    """The names of the tests that a file with expressions chooses."""
    answer = subprocess.run(command(file, includes, "--list-tests"), cwd=WORK / "run", stdout=subprocess.PIPE, text=True, check=False)
    if answer.returncode:
        print(answer.stdout, flush=True)
        raise SystemExit("The tests that the image has cannot be listed: the log of the pod tells why")
    return sorted(name for name in answer.stdout.splitlines() if re.match(r"[\w.]+\.\w", name))


def impossible(options):
    """Tests that nobody could make pass on this cloud, by expression, each with the reason."""
    if options.get("volume", {}).get("storage_protocol") == "ceph":
        return {r"\.test_encrypted_cinder_volumes_cryptsetup\b": "Ceph's volumes are encrypted in the form of LUKS and in no other"}
    return {}


def left_out(file, options):
    """How many tests the resource asks for that are not run, and why; their names go into the report."""
    lines = GIVEN / "left-out.txt"
    reasons = dict.fromkeys(listed(file, lines), lines.read_text().splitlines()[0].lstrip("# ")) if lines.is_file() else {}
    beyond = impossible(options)
    asked = listed(file, GIVEN / "include.txt") if beyond else []
    for expression, reason in beyond.items():
        reasons |= {name: reason for name in asked if re.search(expression, name)}
    with EXCLUDES.open("a") as out:
        out.writelines(expression + "\n" for expression in beyond)
    if reasons:
        (WORK / "left-out.txt").write_text("".join(f"{name}: {reason}\n" for name, reason in sorted(reasons.items())))
    counts = collections.Counter(reasons.values())
    return "; ".join(f"{count} test{'s' if count > 1 else ''}, since {reason}" for reason, count in counts.items())


def finished(results):
    """Makes a run of what was written down until it was ended: stestr gives a file its name only when all tests are through."""
    for unfinished in results.glob("tmp*"):
        unfinished.rename(results / "0")
        (results / "next-stream").write_text("1\n")


def tests_run(file, concurrency):
    """The results, and why they are not those of all tests."""
    folder = WORK / "run"
    stopped = ""
    minutes = int(os.environ.get("TIMEOUT_MINUTES", "240"))
    with subprocess.Popen(command(file, GIVEN / "include.txt", "--concurrency", concurrency), cwd=folder) as process:
        try:
            process.wait(minutes * 60)
        except (subprocess.TimeoutExpired, Stopped) as e:
            stopped = f"it did not end within {minutes} minutes" if isinstance(e, subprocess.TimeoutExpired) else str(e)
            process.terminate()
        except BaseException:
            process.terminate()
            raise
    # What is left to do is done soon, and without it the results would be lost.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if stopped:
        finished(folder / ".stestr")
    if not (folder / ".stestr" / "0").is_file():
        return None, stopped
    # The file itself is in an older format.
    stream = WORK / "tempest.subunit"
    with stream.open("wb") as out:
        subprocess.run(["stestr", "last", "--subunit"], cwd=folder, stdout=out, check=False)
    return stream, stopped


def read(stream):
    tests = []
    result = testtools.StreamToDict(tests.append)
    result.startTestRun()
    with stream.open("rb") as source:
        subunit.ByteStreamToStreamResult(source, non_subunit_name="stdout").run(result)
    result.stopTestRun()
    return [test for test in tests if test["id"] != "stdout" and test["status"] != "exists"]


def verdict(test):
    if test["status"] in ("success", "xfail"):
        return "passed"
    return "skipped" if test["status"] == "skip" else "failed"


def words(test):
    """Why a test failed or was skipped."""
    wanted = ("reason", "traceback")
    texts = [detail.as_text().strip() for name, detail in test["details"].items() if name.startswith(wanted)]
    return "\n".join(text for text in texts if text)


def seconds(test):
    start, stop = test["timestamps"][0], test["timestamps"][-1]
    return (stop - start).total_seconds() if start and stop else 0.0


def as_html(tests, result):
    rows = "".join(
        f'<tr class="{verdict(t)}"><td>{verdict(t)}</td><td>{html.escape(t["id"])}</td><td>{seconds(t):.1f}</td>'
        f"<td><pre>{html.escape(words(t))}</pre></td></tr>\n"
        for t in sorted(tests, key=lambda t: (verdict(t) == "passed", verdict(t), t["id"]))
    )
    return (
        "<!doctype html><meta charset=utf-8><title>Tempest</title>\n"
        "<style>body{font-family:sans-serif}td{vertical-align:top;padding:2px 8px}.failed{background:#fdd}.skipped{color:#777}</style>\n"
        f"<h1>Tempest, {result['started']}</h1><p>{result['passed']} passed, {result['failed']} failed, {result['skipped']} skipped"
        f" in {result['seconds']} s</p>\n"
        + (f"<p>Stopped: {html.escape(result['stopped'])}</p>\n" if result["stopped"] else "")
        + (f"<p>Left out: {html.escape(result['leftOut'])}; <a href=left-out.txt>which</a></p>\n" if result["leftOut"] else "")
        + f"<table><tr><th>Result<th>Test<th>Seconds<th>Why</tr>\n{rows}</table>\n"
    )


def as_junit(tests, result):
    def case(test):
        name = xml.sax.saxutils.quoteattr(test["id"])
        text = xml.sax.saxutils.escape("".join(c for c in words(test) if c.isprintable() or c in "\n\t"))
        inside = {"passed": "", "skipped": f"<skipped>{text}</skipped>", "failed": f"<failure>{text}</failure>"}[verdict(test)]
        return f'<testcase name={name} time="{seconds(test):.3f}">{inside}</testcase>\n'

    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<testsuite name="tempest" tests="{result["total"]}" failures="{result["failed"]}"'
        f' skipped="{result["skipped"]}" time="{result["seconds"]}">\n{"".join(map(case, tests))}</testsuite>\n'
    )


def kept(tests, stream, result, keep):
    """Puts the report on the volume, under the time of the run, and makes room."""
    folder = REPORTS / result["report"]
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(stream, folder / "tempest.subunit")
    shutil.copyfile(WORK / "tempest.conf", folder / "tempest.conf")
    (folder / "report.html").write_text(as_html(tests, result))
    (folder / "report.xml").write_text(as_junit(tests, result))
    for name in ("tempest.log", "left-out.txt"):
        if (WORK / name).is_file():
            shutil.copyfile(WORK / name, folder / name)
    old = sorted(f for f in REPORTS.iterdir() if f.is_dir() and f.name[:2] == "20")[:-keep]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)


def named(test):
    # Without the attributes, which are long and tell nothing.
    return test["id"].split("[")[0]


def room(text):
    """What a text takes in JSON, with what stands around it."""
    return len(json.dumps(text)) + 1


def fitting(texts, space):
    """As many of them, from the first, as there is space for."""
    taken = []
    for text in texts:
        space -= room(text)
        if space < 0:
            break
        taken.append(text)
    return taken


def counted(tests, started, took, missing, stopped):
    by_verdict = {v: sorted((t for t in tests if verdict(t) == v), key=lambda t: t["id"]) for v in ("passed", "failed", "skipped")}
    failures = fitting([named(t) for t in by_verdict["failed"]], ROOM_FOR_NAMES)
    skips = [f"{named(t)}: {' '.join(words(t).split())}" for t in by_verdict["skipped"]]
    return {
        "started": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "report": started.strftime("%Y-%m-%dT%H-%M-%SZ"),
        "seconds": round(took),
        "passed": len(by_verdict["passed"]),
        "failed": len(by_verdict["failed"]),
        "skipped": len(by_verdict["skipped"]),
        "total": len(tests),
        "leftOut": missing,
        "stopped": stopped,
        "failures": failures,
        "skips": fitting(skips, ROOM_FOR_NAMES - sum(map(room, failures))),
    }


def stop(number, frame):
    raise Stopped("somebody ended it")


def main():
    signal.signal(signal.SIGTERM, stop)
    started, clock = datetime.datetime.now(datetime.timezone.utc), time.monotonic()
    conf = parser()
    conf.read(GIVEN / "tempest.conf")
    authority = conf.get("identity", "ca_certificates_file", fallback=None)
    plugins = [plugin for plugin in os.environ.get("PLUGINS", "").split(",") if plugin]
    if lacking(plugins):
        raise SystemExit(f"The image has no tests of {', '.join(lacking(plugins))}, which tests.plugins names")
    with contextlib.ExitStack() as undo:
        cloud = Cloud(conf.get("identity", "uri_v3").rstrip("/"), authority, login())
        tested = EVERYTHING if plugins else set(os.environ.get("SERVICES", "").split(","))
        options = explored(cloud, conf.get("identity", "region"), tested, undo)
        options["auth"]["admin_username"], password = administrator(cloud, undo)
        # The file goes into the report; the password does not.
        os.environ["OS_AUTH__ADMIN_PASSWORD"] = password
        file = configured(options)
        prepare()
        missing = left_out(file, options)
        # './c5c3 tempest run' reads this line, and then how each test ended.
        print("Tests to run:", len(listed(file, GIVEN / "include.txt")), flush=True)
        stream, stopped = tests_run(file, os.environ.get("CONCURRENCY", "0"))
    tests = read(stream) if stream else []
    if stopped and not tests:
        raise Stopped(stopped)
    if not tests:
        raise SystemExit("No test was run: no test has a name that tests.services, include and exclude leave over, or none could be loaded")
    result = counted(tests, started, time.monotonic() - clock, missing, stopped)
    kept(tests, stream, result, int(os.environ.get("KEEP", "10")))
    for test in tests:
        if verdict(test) != "passed":
            print(verdict(test), test["id"], *words(test).splitlines()[-1:], flush=True)
    LAST_WORDS.write_text(json.dumps(result, separators=(",", ":")))
    return 1 if result["failed"] or stopped else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stopped as e:
        sys.exit(f"The run was stopped before a test had ended: {e}")
    except (Refused, requests.RequestException) as e:
        # The error of a connection quotes the address and never a header.
        sys.exit(f"The cloud cannot be tested: {e}")
