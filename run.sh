#!/bin/sh
# Sets up what is missing, then runs a scenario: the showcase, or what the arguments say.
#   ./run.sh                                    the showcase
#   ./run.sh my.yaml --until 5                  hawser run my.yaml --until 5
#   ./run.sh check my.yaml                      any other hawser command
set -eu
from=$PWD
cd "$(dirname "$0")"
root=$PWD
[ "${1:-}" = studio ] || HAWSER_WANT=run
. scripts/setup.sh
cd "$from" # so that paths in the arguments, and the runs/ folder, are the caller's

case "${1:-}" in
  '') set -- run "$root/scenarios/launch-recovery/scenario.yaml" ;;
  check | class | identify | rope | new | import | schema | export | report | channels | validate | bench | run | mesh | bem | serve | studio | study | worker | help | --help | -h | --version | -V) ;;
  -*) set -- run "$root/scenarios/launch-recovery/scenario.yaml" "$@" ;;
  *) set -- run "$@" ;;
esac
exec node "$root/packages/cli/dist/main.js" "$@"
