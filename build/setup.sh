#!/usr/bin/env bash
# Checks for, and installs, what Lectern needs. Quick when all is there.
#
#   setup.sh tools    Go and Node: checked only
#   setup.sh build    and the compiler and libraries of the window
#   setup.sh test     and what the tests need: a browser, a display that isn't there, pip (which fetches models, build/models)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mode=${1:-build}

say() { printf '%s\n' "$*" >&2; }

# version FOUND MAJOR MINOR: whether a version such as go1.26.1 or v20.19.0 is new enough
version() {
	[[ $1 =~ ([0-9]+)\.([0-9]+) ]] || return 1
	((BASH_REMATCH[1] > $2 || BASH_REMATCH[1] == $2 && BASH_REMATCH[2] >= $3))
}

check_tools() {
	local missing=0 found
	found=$(go env GOVERSION 2>/dev/null) || found="none"
	if ! version "$found" 1 26; then
		say "Lectern needs Go 1.26 or newer; found: $found. Install it from https://go.dev/dl, then try again."
		missing=1
	fi
	found=$(node --version 2>/dev/null) || found="none"
	if ! version "$found" 20 19; then
		say "Lectern needs Node 20.19 or newer; found: $found. Install it from https://nodejs.org, then try again."
		missing=1
	elif ! command -v npm >/dev/null; then
		say "Node is here, but npm is not. Install npm, then try again."
		missing=1
	fi
	return $missing
}

have() { command -v "$1" >/dev/null; }

has_build() { have gcc && have pkg-config && pkg-config --exists gtk+-3.0 webkit2gtk-4.1; }

# Pictures of the window in Japanese need letters.
has_japanese() { ! have fc-list || [[ -n $(fc-list :lang=ja) ]]; }

has_pip() { python3 -m pip --version >/dev/null 2>&1 || have pip3; }

has_test() {
	has_build && have g++ && have make && have tesseract && have pdftotext && have Xvfb && have xdotool && have import && have dbus-daemon &&
		has_pip && /usr/bin/python3 -c 'import gi; gi.require_version("Gdk", "3.0"); gi.require_version("Gtk", "3.0")' 2>/dev/null &&
		{ have chromium || have chromium-browser || have google-chrome; } && has_japanese
}

install_apt() {
	local packages=(gcc libc6-dev pkg-config libgtk-3-dev libwebkit2gtk-4.1-dev) root=(env DEBIAN_FRONTEND=noninteractive)
	if [[ $mode == test ]]; then
		packages+=(g++ make tesseract-ocr poppler-utils xvfb xdotool imagemagick dbus-daemon python3-gi gir1.2-gtk-3.0 python3-pip chromium fonts-ipafont-gothic)
	fi
	local command="apt-get install -y --no-install-recommends ${packages[*]}"
	if [[ $(id -u) != 0 ]]; then
		if ! have sudo; then
			say "Some packages are missing. As root, type:  $command"
			return 1
		fi
		root=(sudo "${root[@]}")
	fi
	say "Installing packages: $command"
	"${root[@]}" apt-get update -qq || say "The lists of packages could not be renewed; trying with the old ones."
	"${root[@]}" $command -qq -o DPkg::Lock::Timeout=300 </dev/null
}

# elsewhere prints the one command that installs the packages on this system.
elsewhere() {
	local command
	case $mode in
	build)
		if have dnf; then
			command="sudo dnf install gcc pkgconf-pkg-config gtk3-devel webkit2gtk4.1-devel"
		elif have pacman; then
			command="sudo pacman -S --needed base-devel gtk3 webkit2gtk-4.1"
		elif have zypper; then
			command="sudo zypper install gcc pkg-config gtk3-devel webkit2gtk3-devel"
		fi
		;;
	test)
		if have dnf; then
			command="sudo dnf install gcc gcc-c++ make tesseract poppler-utils pkgconf-pkg-config gtk3-devel webkit2gtk4.1-devel xorg-x11-server-Xvfb xdotool ImageMagick dbus-daemon python3-gobject python3-pip chromium google-noto-sans-cjk-fonts"
		elif have pacman; then
			command="sudo pacman -S --needed base-devel tesseract tesseract-data-eng poppler gtk3 webkit2gtk-4.1 xorg-server-xvfb xdotool imagemagick dbus python-gobject python-pip chromium noto-fonts-cjk"
		elif have zypper; then
			command="sudo zypper install gcc gcc-c++ make tesseract-ocr poppler-tools pkg-config gtk3-devel webkit2gtk3-devel xorg-x11-server-Xvfb xdotool ImageMagick dbus-1-daemon python3-gobject-Gdk python3-pip chromium google-noto-sans-cjk-fonts"
		fi
		;;
	esac
	if [[ -n ${command:-} ]]; then
		say "Some packages are missing. Type:  $command"
	else
		say "Lectern needs a C compiler, pkg-config, and the development files of GTK 3 and WebKitGTK 4.1. Install them, then try again."
	fi
	return 1
}

check_tools
[[ $mode == tools ]] && exit
case $(uname -s) in
Linux)
	"has_$mode" && exit
	if have apt-get; then install_apt; else elsewhere; fi
	if ! "has_$mode"; then
		say "The packages were installed, but something is still missing."
		exit 1
	fi
	;;
Darwin)
	if ! xcode-select -p >/dev/null 2>&1; then
		say "Apple's command line tools are missing. Type:  xcode-select --install"
		exit 1
	fi
	;;
esac
