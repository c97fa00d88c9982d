#!/usr/bin/env bash
# ensure.sh COMMAND PACKAGE: makes sure a program is there for the tests. Installs Debian's as root, else says how.
set -euo pipefail
command -v "$1" >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ]; then
  # Two targets may be at it at once, and apt does not wait.
  exec 9>/run/lock/sightline-ensure && flock 9
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2" >/dev/null
else
  echo "The tests need '$1': run 'sudo apt-get install $2', or put a '$1' on the PATH." >&2
  exit 1
fi
