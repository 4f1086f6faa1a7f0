#!/bin/sh
# Makes every picture here anew from the real program: sh screenshots/make.sh [FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
to=${1:-$here}
shot() {
    name=$1
    source=$2
    size=$3
    keys=$4
    attn-tui shot "$source" -o "$to/$name-$size.svg" --size "$size" --keys "$keys"
}
for size in 80x24 120x36; do
    shot crane crane-lifted-steel "$size" "down"
    shot crane-masked crane-lifted-steel "$size" "down m"
    shot crane-editing crane-lifted-steel "$size" "down right 0 . 9"
    shot heads grouped-heads "$size" "H right"
    shot two-heads it-two-heads "$size" "] / i t enter tab tab tab tab"
done
