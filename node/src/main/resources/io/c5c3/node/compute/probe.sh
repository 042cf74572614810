#!/bin/sh
# Finds out how guests are to be run on this node, tells nova-compute in a file and the operator in the container's last words.
set -eu
answer=/run/libvirt/c5c3-virt.conf

# libvirt and the kernel may well offer a KVM that no operating system boots under, so a guest is asked. It is the boot sector of
# src/main/probe/probe.s and ends QEMU with status 67 if all went well; what crashes or hangs has failed.
boots() {
  user=$(id -u libvirt-qemu)
  group=$(stat -c %g /dev/kvm)
  base64 -d >/tmp/probe <<BINARY
+jHAjtiOwI7QvAB8Zr8AEAAADyLfZjHAZrkADAAA/Gbzq2bHBgAQAyAAAGbHBgAgAzAAAGbHBgAwgwAAAA8g4GaDyCAPIuBmuYAA
AMAPMmYNAAEAAA8wDwEW4HwPIMBmDQEAAIAPIsDqbXwIAGa4EACO2I7QuAAAAAAPooP4B3I9uAcAAAAxyQ+i98MAAQAAdCxIuIln
RSMBAAAASIkEJQBgAAC5BAAAAMTi8fcUJQBgAADE4/vw0gRIOcJ1B2a69ACwIe706/0AAAAAAAAAAAAAAAAAmiAAAAAAAACSAAAX
AMh8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVao=
BINARY
  chown "$user" /tmp/probe
  # As the user that guests are run by.
  setpriv --reuid "$user" --regid "$group" --clear-groups \
    qemu-system-x86_64 -accel "$1" -cpu "$2" -machine pc -m 16 -nodefaults -no-user-config -no-reboot -display none \
    -drive file=/tmp/probe,format=raw,if=ide -device isa-debug-exit,iobase=0xf4,iosize=1 >/tmp/words 2>&1 &
  guest=$!
  # A guest that KVM gives up on is kept for inspection; that is not worth waiting for.
  tenths=0
  while [ "$tenths" -lt 150 ] && kill -0 "$guest" 2>/tmp/gone && ! grep -q '^KVM internal error' /tmp/words; do
    sleep 0.1
    tenths=$((tenths + 1))
  done
  kill -9 "$guest" 2>/tmp/gone || true
  status=0
  wait "$guest" || status=$?
  [ "$status" -eq 67 ]
}

# Where the node has no group for KVM, QEMU's own gets it, as on any machine that QEMU is installed on.
if [ "$VIRT_TYPE" != qemu ] && [ -c /dev/kvm ]; then
  [ "$(stat -c %g /dev/kvm)" != 0 ] || chgrp libvirt-qemu /dev/kvm
  chmod g+rw /dev/kvm
fi

why=
case $VIRT_TYPE in
  Auto)
    type=qemu
    if [ ! -c /dev/kvm ]; then
      why="the node has no /dev/kvm"
    elif [ -s "$answer" ]; then
      # The folder is emptied when the node starts, and until then nothing changes about it.
      said=$(sed -n 's/^# //p' "$answer")
      type=${said%%: *}
      [ "$type" = "$said" ] || why=${said#*: }
    elif boots kvm host; then
      type=kvm
    else
      words=$(grep -v '^$' /tmp/words | head -n 1 | cut -c 1-160)
      why="a small guest does not boot under KVM${words:+ ($words)}"
    fi
    {
      echo "# $type${why:+: $why}"
      echo "[libvirt]"
      echo "virt_type = $type"
      # An emulated processor that looks like the node's would have to emulate all that can do.
      [ "$type" = kvm ] || echo "cpu_mode = none"
    } >"$answer.new"
    mv "$answer.new" "$answer"
    ;;
  *) type=$VIRT_TYPE ;;
esac
printf '%s' "$type${why:+: $why}" >/tmp/last-words
echo "Guests are run by $type${why:+: $why}."
