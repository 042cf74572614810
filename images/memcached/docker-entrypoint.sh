#!/bin/sh
# As in the public image: options alone are options of memcached.
case ${1-} in -*) set -- memcached "$@" ;; esac
exec "$@"
