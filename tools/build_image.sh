#!/usr/bin/env bash
# build_image.sh: builds deploy/Dockerfile with buildah, without a daemon, and runs it. BASE names the image to build on;
# MOUNTS has paths that pip needs while it installs, such as /etc/pip.conf and a folder of wheels.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v buildah >/dev/null || { echo "make image is skipped: buildah is not installed (Debian: apt-get install buildah)"; exit 0; }
base=${BASE:-python:3.12-slim}
name=${IMAGE:-sightline:latest}
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
# Where the base is an image of this machine, no registry is asked. Docker's format has the health check, OCI's has not.
pull=missing; buildah inspect --type image "$base" >/dev/null 2>&1 && pull=never
mounts=(); for path in ${MOUNTS:-}; do mounts+=(--volume "$path:$path:ro"); done
buildah build "${mounts[@]}" --format docker --pull="$pull" --build-arg BASE="$base" -f deploy/Dockerfile -t "$name" .
container=$(buildah from --pull=never "$name")
trap 'buildah rm "$container" >/dev/null' EXIT
[ "$(buildah run "$container" -- id -u)" = 10001 ] || { echo "the container does not run as user 10001" >&2; exit 1; }
if buildah run "$container" -- sh -c 'touch /opt/sightline/x /logs/x' 2>/dev/null; then
  echo "the container may write where it must not" >&2; exit 1
fi
# The server in the container answers its own health check with a token on.
buildah run --env SIGHTLINE_TOKEN=0123456789abcdef0123456789abcdef "$container" -- sh -c '
  sightline serve /logs --host 0.0.0.0 --port 6006 >/tmp/out 2>&1 & server=$!
  for _ in $(seq 100); do
    python3 -c "import urllib.request; urllib.request.urlopen(\"http://127.0.0.1:6006/api/v1/health\", timeout=4)" 2>/dev/null && break
    sleep 0.2
  done
  python3 -c "import urllib.request; print(urllib.request.urlopen(\"http://127.0.0.1:6006/api/v1/health\", timeout=4).read().decode())"
  kill $server; wait $server'
size() { buildah images --json "$1" | sed -n 's/.*"size": "\(.*\)".*/\1/p'; }
echo "built and ran $name ($(size "$name")) on $base ($(size "$base"))"
