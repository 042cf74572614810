# Whether the daemon of this pod takes part: a monitor in the majority, a disk that serves. It says so itself.
# Arguments: its kind, what to ask it, and the states that are good.
import glob
import json
import socket
import struct
import sys

kind, question, *good = sys.argv[1:]
sockets = glob.glob("/run/ceph/ceph-" + kind + ".*.asok")
if not sockets:
    sys.exit("it does not listen yet")
with socket.socket(socket.AF_UNIX) as daemon:
    daemon.settimeout(4)
    daemon.connect(sockets[0])
    daemon.sendall(json.dumps({"prefix": question, "format": "json"}).encode() + b"\0")
    with daemon.makefile("rb") as answer:
        (length,) = struct.unpack(">I", answer.read(4))
        state = json.loads(answer.read(length))["state"]
if state not in good:
    sys.exit("it is " + state)
