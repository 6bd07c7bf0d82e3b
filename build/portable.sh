#!/usr/bin/env bash
# Checks that, without cgo and before npm ever ran, the program is one static file that starts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The page's package as a fresh clone has it.
mkdir -p "$work/clone/frontend/dist"
cp go.mod go.sum "$work/clone"
cp frontend/*.go "$work/clone/frontend"
cp frontend/dist/.gitkeep "$work/clone/frontend/dist"
(cd "$work/clone" && go vet ./frontend && go test ./frontend)

CGO_ENABLED=0 go build -o "$work/lectern" .
if [[ $(uname -s) == Linux ]] && ldd "$work/lectern" >&2 2>/dev/null; then
	echo "CGO_ENABLED=0 go build . made a file that needs the libraries above." >&2
	exit 1
fi
env -i HOME="$work" "$work/lectern" --version >/dev/null
