#!/bin/sh
# Runs a real Ollama on a free port of this machine, in a home of its own that is removed at the end.
#
#   serve.sh              prints "ADDRESS PID LOG" and serves until standard input ends
#   serve.sh COMMAND...   serves while the command runs, which finds the server in OLLAMA_HOST
#
# LECTERN_OLLAMA names the program, LECTERN_OLLAMA_MODELS the folder of the models. That the end of standard input ends
# the server means that none is left when a test dies; SIGTERM and nothing harder, since otherwise its runners stay.
#
# OLLAMA_NUM_PARALLEL: when a stream is cancelled between two tokens, Ollama can lose the model's slot for good
# (ollama#17131). That is rare with a real model's pace and not with the tiny ones: so there are some.
set -eu
HOME=$(mktemp -d)
OLLAMA_MODELS=$LECTERN_OLLAMA_MODELS OLLAMA_HOST=127.0.0.1:0 OLLAMA_NO_CLOUD=1 OLLAMA_NOPRUNE=1 OLLAMA_NUM_PARALLEL=${LECTERN_OLLAMA_PARALLEL:-4}
export HOME OLLAMA_MODELS OLLAMA_HOST OLLAMA_NO_CLOUD OLLAMA_NOPRUNE OLLAMA_NUM_PARALLEL

: >"$HOME/log"
"$LECTERN_OLLAMA" serve </dev/null >>"$HOME/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || :; wait "$server" || :; rm -rf "$HOME"' EXIT
trap 'exit 143' HUP INT TERM

tries=0
until OLLAMA_HOST=$(sed -n 's/.*Listening on \([0-9.:]*\).*/\1/p' "$HOME/log") && [ -n "$OLLAMA_HOST" ]; do
	tries=$((tries + 1))
	if [ "$tries" -gt 600 ] || ! kill -0 "$server" 2>/dev/null; then
		cat "$HOME/log" >&2
		echo "the Ollama server didn't start" >&2
		exit 1
	fi
	sleep 0.05
done
if [ $# -gt 0 ]; then
	"$@"
else
	echo "$OLLAMA_HOST $server $HOME/log"
	while read -r _; do :; done
fi
