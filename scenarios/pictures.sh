#!/bin/sh
# Draws the pictures of this gallery anew: runs every scenario and takes a still at a telling instant. Moving ones: loops.mjs.
#   scenarios/pictures.sh            all of them
#   scenarios/pictures.sh top slope  some
set -eu
cd "$(dirname "$0")/.."
instant() { # [s]
  case "$1" in
    anchor-chain) echo 8.4 ;;
    anchor-stow | anchor-jam) echo 27 ;;
    anchor-let-go) echo 1.2 ;;
    anchor-in-sea) echo 12 ;;
    barge-in-waves) echo 20 ;;
    boat-in-sea) echo 14 ;;
    floating-sphere) echo 0 ;;
    bin-of-bodies) echo 0.5 ;;
    bitts | cleat) echo 2.4 ;;
    snap-back) echo 0.78 ;;
    sheave) echo 3 ;;
    capstan) echo 0.3 ;;
    drum-layers) echo 50 ;;
    heave-compensator) echo 24 ;;
    heaving-line) echo 0.9 ;;
    tensioner) echo 10 ;;
    rope-on-boxes) echo 1.2 ;;
    rope-on-drum) echo 1.9 ;;
    ships-side) echo 1.1 ;;
    spiral | snake) echo 1.5 ;;
    knot) echo 0.36 ;;
    rov-umbilical) echo 36 ;;
    boat-in-cradle) echo 0.3 ;;
    cube-in-hole) echo 0.02 ;;
    deck-crane) echo 15 ;;
    hanging-load) echo 13.5 ;;
    launch-recovery | launch-recovery-*) echo 57.5 ;;
    davit-launch) echo 44 ;;
    rov-launch) echo 44 ;;
    mooring-line) echo 43 ;;
    hockling) echo 22 ;;
    tether-in-current) echo 20 ;;
    tether-pay-out) echo 46 ;;
    whip) echo 0.44 ;;
    gear-pair) echo 1.2 ;;
    boat-loop) echo 3.3 ;;
    bolt) echo 4 ;;
    cam-cleat) echo 1.2 ;;
    credit-card) echo 2 ;;
    marble-in-pads) echo 1.3 ;;
    pencil) echo 8 ;;
    six-boxes) echo 0.12 ;;
    sorting) echo 4 ;;
    mesh-pyramid) echo 4 ;;
    newtons-cradle) echo 0.95 ;;
    peg-assembly) echo 0.85 ;;
    pin-in-bore) echo 0.3 ;;
    pyramid) echo 4 ;;
    rolling-cylinder) echo 2 ;;
    rolling-cylinder-spheres) echo 1.2 ;;
    rotating-disc | rotating-disc-spheres) echo 0.3 ;;
    slider-crank) echo 2.1 ;;
    sliding-block | sliding-block-spheres) echo 2.5 ;;
    slope) echo 2.2 ;;
    top) echo 2 ;;
    *) echo 1 ;;
  esac
}
[ $# -gt 0 ] || set -- $(cd scenarios && ls -d */ | tr -d /)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for name; do
  until=
  case "$name" in # far along her track a ship under way is small in its picture, and what is to come would be drawn too
    launch-recovery | launch-recovery-*) until="--until 58" ;;
  esac
  # shellcheck disable=SC2086
  ./run.sh run "scenarios/$name/scenario.yaml" $until --no-report --out "$out/$name"
  ./run.sh export "$out/$name" --to svg --at "$(instant "$name")" --out "$out/$name.svg"
  case "$name" in # bodies of many faces
    bin-of-bodies | anchor-chain | anchor-stow | anchor-jam | anchor-let-go | anchor-in-sea) node scenarios/outlines.mjs "$out/$name.svg" ;;
  esac
  mv "$out/$name.svg" "scenarios/$name/thumbnail.svg"
done
