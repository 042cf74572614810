#!/bin/sh
# Starts libvirt on a hypervisor in such a way that guests outlive it.
set -eu

# Whoever stops a container ends every process in its control group. Guests are started by libvirt and would be among them, so libvirt
# first moves itself to a group of the node, beside those of all pods: what it starts then stays there. The node's groups are seen
# whole only from the control group namespace of its first process, which with cgroup v1 is also the container's.
if [ "${SEES_NODE_GROUPS:-}" != yes ]; then
  export SEES_NODE_GROUPS=yes
  if [ "$(readlink /proc/self/ns/cgroup)" != "$(readlink /proc/1/ns/cgroup)" ] && nsenter --target 1 --cgroup -- true 2>/tmp/groups; then
    exec nsenter --target 1 --cgroup -- /bin/sh "$0"
  fi
fi
while IFS=: read -r number controllers path; do
  case $controllers in
    "") root=/node/cgroup; [ ! -d "$root/unified" ] || root=$root/unified ;;
    name=*) root=/node/cgroup/${controllers#name=} ;;
    *) root=/node/cgroup/$controllers ;;
  esac
  [ -d "$root" ] || continue
  # What is before the first group of the kubelet's.
  parent=$root$(printf %s "$path" | sed 's,/[^/]*kube\(pods\|let\)[^/]*\(/.*\|$\),,')
  mkdir -p "$parent/c5c3-guests"
  if [ -n "$controllers" ]; then
    # Nobody can enter a group without processors or memory, and a new one has neither.
    for file in cpuset.cpus cpuset.mems; do
      if [ -e "$parent/c5c3-guests/$file" ] && [ -z "$(tr -d '\n' <"$parent/c5c3-guests/$file")" ]; then
        cat "$parent/$file" >"$parent/c5c3-guests/$file"
      fi
    done
  fi
  echo $$ >"$parent/c5c3-guests/cgroup.procs"
done </proc/self/cgroup

# Keys to pools of Ceph, where libvirt keeps such things; the folder is in memory.
for folder in /etc/c5c3/ceph/*; do
  [ -s "$folder/keyring" ] || continue
  uuid=${folder##*/}
  umask 077
  sed -n 's/^[[:space:]]*key[[:space:]]*=[[:space:]]*//p' "$folder/keyring" | head -n 1 | tr -d '\n' >"/etc/libvirt/secrets/$uuid.base64"
  cat >"/etc/libvirt/secrets/$uuid.xml" <<XML
<secret ephemeral='no' private='no'>
  <uuid>$uuid</uuid>
  <usage type='ceph'><name>$uuid</name></usage>
</secret>
XML
  umask 022
done

# QEMU is not root: it is in the group that the node lets use KVM, if there is one.
if [ -c /dev/kvm ] && [ "$(stat -c %g /dev/kvm)" != 0 ]; then
  sed "s/^group = .*/group = \"+$(stat -c %g /dev/kvm)\"/" /etc/libvirt/qemu.conf >/tmp/qemu.conf
  mount --bind /tmp/qemu.conf /etc/libvirt/qemu.conf
fi

# Consoles of guests are written through it. It stays when libvirt goes; if one is there from before, it is the one to use.
mkdir -p /var/log/libvirt/qemu
if ! virtlogd --daemon --config /etc/libvirt/virtlogd.conf --pid-file /run/libvirt/virtlogd.pid; then
  echo "The virtlogd of an earlier start goes on."
fi

exec libvirtd --config /etc/libvirt/libvirtd.conf --pid-file /run/libvirt/libvirtd.pid
