#!/usr/bin/env bash
# display.sh COMMAND...  runs a command with a display that nobody sees, in English, away from the desktop's services.
set -euo pipefail
export LANG=C.UTF-8 NO_AT_BRIDGE=1 DBUS_SESSION_BUS_ADDRESS=disabled:
unset WAYLAND_DISPLAY
exec xvfb-run --auto-servernum --server-args "-screen 0 1440x900x24 -nolisten tcp" "$@"
