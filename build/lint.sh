#!/usr/bin/env bash
# Fails if a Go file isn't formatted, naming it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wrong=$(find . \( -name node_modules -o -name '.?*' \) -prune -o -name '*.go' -exec gofmt -l {} +)
if [[ -n $wrong ]]; then
	printf 'These files are not formatted; type "gofmt -w" and their names:\n%s\n' "$wrong" >&2
	exit 1
fi
