#!/usr/bin/env bash
# Builds a real Ollama server and tiny models for the tests, once, into the user's cache folder.
#
#   build.sh               builds what is missing
#   build.sh COMMAND...    then runs the command with LECTERN_OLLAMA, LECTERN_OLLAMA_MODELS and LECTERN_WEIGHTS set: the
#                          server, the tiny models, and where "go run ./build/models" puts real ones
#
# v0.24.0 is the newest release that Go and a C++ compiler can build by themselves: its engine is part of its Go module.
# It takes 3 to 4 minutes on two idle cores; what comes out is kept by a checksum of what went in.
#
# It is built for the processor that it is built on: without its vector instructions a model of 135 million parameters
# reads 17 tokens a second, with them some hundreds. The processor is part of the name, since on another one it would crash.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lectern
mkdir -p "$cache"
sum() { cat "$@" | cksum | tr ' ' - | tr -d '\n'; }

# What the compiler says of this processor, which is nothing where it can't be asked.
features=$("${CC:-cc}" -march=native -dM -E -x c /dev/null 2>/dev/null || :)
processor=$(printf %s "$features" | cksum | cut -d' ' -f1)

server=$cache/ollama-$(sum "$here"/{go.mod,go.sum,build.sh} "$here"/include/*/*)-$(go env GOOS GOARCH | paste -sd- -)-$processor
models=$cache/models-$(basename "$server")-$(sum "$here"/../{puppets,gguf}/*)
work=
trap 'rm -rf "$work"' EXIT

build_server() {
	echo "Building a real Ollama for the tests. This is done once and takes some minutes." >&2
	work=$(mktemp -d "$cache/building.XXXXXX")
	# A Go module never holds a folder "vendor", where two headers of v0.24.0 are: they come from the last release that
	# kept them elsewhere. go.sum names it, so that Go checks what it gets.
	local headers
	headers=$(cd "$here" && go mod download -json github.com/ollama/ollama@v0.11.0 | sed -n 's/^\t"Dir": "\(.*\)",*/\1/p')/llama/llama.cpp/common
	# A folder of one name for all clones, since it is part of what the compiler's cache knows an object file by.
	local include=$cache/include
	mkdir -p "$include/stb"
	cp -R "$here"/include/* "$include"
	install -m 644 "$headers/json.hpp" "$include/nlohmann/json.hpp"
	install -m 644 "$headers/stb_image.h" "$include/stb/stb_image.h"
	# The kernels keep their sums in small arrays, which become registers once the loops over them are unrolled. gcc does
	# that at -O3, which takes longer, or where it is told to; else each product waits for the last one's way through memory.
	local flags="-O2 -fpeel-loops"
	# The definition does nothing but tell the compiler's cache, which knows the flags alone, one processor from another.
	[ -z "$features" ] || flags+=" -march=native -DLECTERN_PROCESSOR=$processor"
	(cd "$here" && CGO_ENABLED=1 CGO_CPPFLAGS="'-I$include'" CGO_CFLAGS=$flags CGO_CXXFLAGS=$flags go build -trimpath \
		-ldflags "-s -w -X github.com/ollama/ollama/version.Version=0.24.0" -o "$work/ollama" github.com/ollama/ollama) \
		>"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; } # the compiler warns of loops that it can't follow
	mv "$work/ollama" "$server"
	rm -rf "$work"
}

build_models() {
	work=$(mktemp -d "$cache/building.XXXXXX")
	mkdir "$work/files" "$work/store"
	(cd "$here/../.." && go run ./build/puppets "$work/files")
	LECTERN_OLLAMA=$server LECTERN_OLLAMA_MODELS=$work/store "$here/../../backend/llm/llmtest/serve.sh" bash -euc '
		for file in "$1"/*.Modelfile; do
			"$LECTERN_OLLAMA" create "$(basename "$file" .Modelfile)" -f "$file" >"$1/log" 2>&1 || { cat "$1/log" >&2; exit 1; }
		done' create "$work/files"
	[ -d "$models" ] || mv "$work/store" "$models"
	rm -rf "$work"
}

[ -x "$server" ] || build_server
[ -d "$models" ] || build_models
trap - EXIT
export LECTERN_OLLAMA=$server LECTERN_OLLAMA_MODELS=$models LECTERN_WEIGHTS=$cache/weights
[ $# -eq 0 ] || exec "$@"
