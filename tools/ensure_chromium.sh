#!/usr/bin/env bash
# Makes sure a Chromium is there for the browser tests: installs Debian's as root, else says how.
set -euo pipefail
command -v chromium >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ]; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null
else
  echo "The browser tests need Chromium: run 'sudo apt-get install chromium' (or put a 'chromium' on the PATH)." >&2
  exit 1
fi
