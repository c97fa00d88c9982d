#!/usr/bin/env bash
# build_image.sh: builds deploy/Dockerfile with buildah, without a daemon, and runs it. BASE names the image to build on
# (else Python's own, and where that cannot be pulled one made of Debian's packages); MOUNTS has paths that pip needs while
# it installs (else /etc/pip.conf and the certificates that it names).
set -euo pipefail
cd "$(dirname "$0")/.."
command -v buildah >/dev/null || { echo "make image is skipped: buildah is not installed (Debian: apt-get install buildah)"; exit 0; }
# A wheel fits the Python that it was built with alone: dist/sightline-0.1.0-cp311-… needs Python 3.11.
wheels=(dist/*.whl)
[ ${#wheels[@]} = 1 ] && [ -f "${wheels[0]}" ] || { echo "dist/ must have one wheel: make wheel" >&2; exit 1; }
minor=$(sed -E 's/.*-cp3([0-9]+)-.*/\1/' <<<"${wheels[0]}")
name=${IMAGE:-sightline:latest}
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
has_image() { buildah inspect --type image "$1" >/dev/null 2>&1; }

# Where no registry can be reached: Debian's packages, if this is a Debian whose Python is the wheel's.
make_debian_base() {
  command -v mmdebstrap >/dev/null && [ "$(/usr/bin/python3 -c 'import sys; print(sys.version_info.minor)')" = "$minor" ] || return 1
  local tar container sources=() release
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] && sources+=("$file")
  done
  tar=$(mktemp --suffix .tar)
  release=$(. /etc/os-release; echo "$VERSION_CODENAME")
  # Chained: `set -e` is off in a function whose failure is handled.
  mmdebstrap --quiet --variant=minbase --include=python3,python3-venv "$release" "$tar" "${sources[@]}" &&
    container=$(buildah from scratch) &&
    buildah add --quiet "$container" "$tar" / >/dev/null &&
    buildah commit --quiet --rm "$container" "$1" >/dev/null || { rm "$tar"; return 1; }
  rm "$tar"
}

base=${BASE:-python:3.$minor-slim}
if ! has_image "$base" && ! buildah pull --quiet "$base" >/dev/null 2>&1; then
  [ -z "${BASE:-}" ] || { echo "$base is no image of this machine, and cannot be pulled" >&2; exit 1; }
  base=localhost/sightline-base-3.$minor
  has_image "$base" || make_debian_base "$base" || {
    echo "make image is skipped: python:3.$minor-slim cannot be pulled; BASE=… names an image of this machine"
    exit 0
  }
fi
# What pip is told on this machine, and the certificates that it names.
if [ -z "${MOUNTS+given}" ] && [ -f /etc/pip.conf ]; then
  MOUNTS="/etc/pip.conf $(sed -nE 's/^ *cert *= *//p' /etc/pip.conf)"
fi
mounts=(); for path in ${MOUNTS:-}; do mounts+=(--volume "$path:$path:ro"); done
# Docker's format has the health check, OCI's has not.
buildah build "${mounts[@]}" --format docker --pull=never --build-arg BASE="$base" -f deploy/Dockerfile -t "$name" .
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
