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

# Guests that go over with their memory still behind fetch it page by page, for which QEMU needs this.
if [ -c /dev/userfaultfd ]; then
  chgrp libvirt-qemu /dev/userfaultfd
  chmod g+rw /dev/userfaultfd
elif [ -e /proc/sys/vm/unprivileged_userfaultfd ]; then
  echo 1 >/proc/sys/vm/unprivileged_userfaultfd
fi

# Hypervisors show each other certificates. QEMU reads its own when a guest leaves or comes; a guest that an earlier pod started sees what
# is in folders of the node only, and this one is in memory.
tls=/run/libvirt/c5c3-tls
shown() {
  from=$(readlink -f /etc/pki/..data)
  mkdir -p "$tls"
  chmod 0700 "$tls"
  umask 077
  cp "$from/CA/cacert.pem" "$tls/.ca-cert.pem"
  for end in server client; do
    cp "$from/libvirt/${end}cert.pem" "$tls/.$end-cert.pem"
    cp "$from/libvirt/private/${end}key.pem" "$tls/.$end-key.pem"
  done
  for file in ca-cert server-cert server-key client-cert client-key; do
    mv "$tls/.$file.pem" "$tls/$file.pem"
  done
  umask 022
  chown -R libvirt-qemu "$tls"
}
shown
# A certificate that is followed by another is read again: nothing restarts, and no guest that is on its way is stopped.
(
  while sleep 20 && [ "$(cat /proc/$$/comm)" = libvirtd ]; do
    if [ "$(readlink -f /etc/pki/..data)" != "$from" ]; then
      shown
      virt-admin server-update-tls libvirtd || echo "libvirtd has not read its certificate again."
    fi
  done
) </dev/null >/tmp/certificates 2>&1 &

# Two libvirts of one name or one UUID take each other for the same, and nodes that are virtual may well have those of their host.
id=$(printf %s "$NODE_NAME" | md5sum | sed 's/^\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.\{12\}\).*/\1-\2-3\3-8\4-\5/')
{
  cat /etc/libvirt/libvirtd.conf
  echo "listen_addr = \"$NODE_ADDRESS\""
  echo "host_uuid = \"$id\""
} >/tmp/libvirtd.conf
exec unshare --uts sh -c 'hostname "$NODE_NAME" && exec libvirtd --listen --config /tmp/libvirtd.conf --pid-file /run/libvirt/libvirtd.pid'
