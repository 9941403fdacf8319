#!/bin/sh
# Sets up what is missing, then checks everything: types (the build), style, layers, tests. Arguments go to vitest.
set -eu
cd "$(dirname "$0")"
HAWSER_WANT=tests
. scripts/setup.sh
npx --no-install biome check .
node tools/check-layers.mjs
exec npx --no-install vitest run "$@"
