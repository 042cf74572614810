"""Files of guests between hypervisors, for resizes and cold migrations: what Nova calls ssh and scp for, and nothing else that those can do.

Both ends show a certificate of the authority for migration. A server makes, takes and removes files below the folder of Nova's instances."""

import json
import os
import pathlib
import shutil
import socket
import socketserver
import ssl
import stat
import sys

FOLDER = pathlib.Path(os.environ.get("INSTANCES", "/var/lib/nova/instances"))
CERTIFICATE = pathlib.Path(os.environ.get("CERTIFICATE", "/etc/c5c3/migration"))
PORT = 16515
PATIENCE = 60
PIECE = 1 << 20
LONGEST = 1 << 16


class Refused(Exception):
    """Nobody does that here."""


def context(purpose):
    """Read anew for each connection: certificates are followed by others."""
    made = ssl.create_default_context(purpose, cafile=CERTIFICATE / "ca.crt")
    made.load_cert_chain(CERTIFICATE / "tls.crt", CERTIFICATE / "tls.key")
    made.verify_mode = ssl.CERT_REQUIRED
    return made


def inside(name):
    """The path, if it is below the folder, wherever links lead."""
    path = pathlib.Path(os.path.realpath(name))
    if FOLDER.resolve() not in path.parents:
        raise Refused(f"{name} is not below {FOLDER}")
    return path


def touch(path, stream, asked):
    path.touch()


def mkdir(path, stream, asked):
    path.mkdir(parents=True, exist_ok=True)


def remove(path, stream, asked):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def put(path, stream, asked):
    """Beside its name first: a file is there as a whole or not at all."""
    part = path.with_name(path.name + ".part")
    left = int(asked["size"])
    with part.open("wb") as out:
        while left:
            piece = stream.read(min(PIECE, left))
            if not piece:
                raise Refused(f"{path} broke off")
            left -= len(piece)
            # What is empty takes no room, as where it came from.
            out.write(piece) if piece.strip(b"\0") else out.seek(len(piece), os.SEEK_CUR)
        out.truncate(int(asked["size"]))
        out.flush()
        os.fsync(out.fileno())
    part.chmod(int(asked["mode"]) & 0o777)
    part.replace(path)


DEEDS = {"touch": touch, "mkdir": mkdir, "remove": remove, "put": put}


class Visitor(socketserver.StreamRequestHandler):
    def handle(self):
        self.request.settimeout(PATIENCE)
        try:
            with context(ssl.Purpose.CLIENT_AUTH).wrap_socket(self.request, server_side=True) as secure:
                with secure.makefile("rb") as stream:
                    asked = json.loads(stream.readline(LONGEST))
                    secure.sendall(json.dumps(self.done(asked, stream)).encode() + b"\n")
        except (OSError, ValueError) as e:
            print(f"{self.client_address[0]}: {e}", file=sys.stderr, flush=True)

    def done(self, asked, stream):
        try:
            DEEDS[asked["do"]](inside(asked["path"]), stream, asked)
            return {}
        except (OSError, KeyError, TypeError, ValueError, Refused) as e:
            return {"error": str(e) or type(e).__name__}


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


def serve(address):
    Server.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with Server((address, PORT), Visitor) as server:
        server.serve_forever()


def ask(host, request, content=None):
    with socket.create_connection((host, PORT), timeout=PATIENCE) as plain:
        with context(ssl.Purpose.SERVER_AUTH).wrap_socket(plain, server_hostname=host) as secure:
            secure.sendall(json.dumps(request).encode() + b"\n")
            if content:
                secure.sendfile(content)
            with secure.makefile("rb") as stream:
                answer = json.loads(stream.readline(LONGEST) or '{"error": "no answer"}')
    if "error" in answer:
        raise Refused(f"{host}: {answer['error']}")


def ssh(arguments):
    """As Nova calls it: ssh -o BatchMode=yes HOST touch|rm|mkdir ... PATH."""
    while arguments and arguments[0] == "-o":
        arguments = arguments[2:]
    host, *command = arguments
    match command:
        case ["touch", path]:
            ask(host, {"do": "touch", "path": path})
        case ["mkdir", "-p", path]:
            ask(host, {"do": "mkdir", "path": path})
        case ["rm", path] | ["rm", "-rf", path]:
            ask(host, {"do": "remove", "path": path})
        case _:
            raise Refused(f"There is no ssh between hypervisors: {' '.join(command)}")


def scp(arguments):
    """As Nova calls it: scp [-C] -r SOURCE HOST:PATH."""
    source, target = [word for word in arguments if not word.startswith("-")]
    host, _, path = target.rpartition(":")
    copy(host.strip("[]"), pathlib.Path(source), path)


def copy(host, source, path):
    if source.is_dir():
        ask(host, {"do": "mkdir", "path": path})
        for one in sorted(source.iterdir()):
            copy(host, one, f"{path}/{one.name}")
        return
    with source.open("rb") as content:
        about = os.fstat(content.fileno())
        ask(host, {"do": "put", "path": path, "size": about.st_size, "mode": stat.S_IMODE(about.st_mode)}, content)


if __name__ == "__main__":
    try:
        {"serve": lambda words: serve(*words), "ssh": ssh, "scp": scp}[sys.argv[1]](sys.argv[2:])
    except (OSError, Refused) as e:
        sys.exit(str(e))
