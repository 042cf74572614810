#!/bin/sh
# Starts nova-compute once libvirt answers: without it the agent gives up at once.
set -eu
mkdir -p /var/lib/nova/instances
until python -c 'import libvirt; libvirt.open("qemu:///system").close()' 2>/tmp/libvirt; do
  tail -n 1 /tmp/libvirt
  sleep 1
done
mkdir -p /var/lib/nova/instances
# What was found out about the node; the probe runs before libvirt does.
virt=/run/libvirt/c5c3-virt.conf
case $VIRT_TYPE in
  Auto) ;;
  kvm) virt=/tmp/virt.conf; printf '[libvirt]\nvirt_type = kvm\n' >$virt ;;
  *) virt=/tmp/virt.conf; printf '[libvirt]\nvirt_type = qemu\ncpu_mode = none\n' >$virt ;;
esac
# Nova asks for files on another hypervisor by ssh and scp. There is no ssh between nodes: these do it by TLS, below one folder only.
mkdir -p /tmp/bin
for program in ssh scp; do
  printf '#!/bin/sh\nexec python /etc/nova/files.py %s "$@"\n' $program >/tmp/bin/$program
  chmod 0755 /tmp/bin/$program
done
PATH=/tmp/bin:$PATH
(while :; do python /etc/nova/files.py serve "$OS_DEFAULT__MY_IP" || sleep 1; done) &
# It comes first, so that a person's options in the second file win.
exec nova-compute --config-file "$virt" --config-file /etc/nova/nova-compute.conf
