#!/bin/sh
# A copy of the database now and every day after, in $BACKUPS; the newest $KEPT stay. With `once`, only now.
set -eu
BACKUPS=${BACKUPS:-/backups}
KEPT=${KEPT:-14}

back_up() {
    # a name of its own until it is whole, so that nobody takes half a copy for one
    rm -f "$BACKUPS/unfinished" &&
        limes db backup "$BACKUPS/unfinished" &&
        mv "$BACKUPS/unfinished" "$BACKUPS/limes-$(date -u +%Y%m%dT%H%M%SZ).dump" || return 1
    (cd "$BACKUPS" && find . -maxdepth 1 -name 'limes-*.dump' | sort -r | tail -n "+$((KEPT + 1))" | xargs -r rm -f)
}

if [ "${1:-}" = once ]; then
    back_up
    exit
fi
trap 'exit 0' TERM INT
while true; do
    # a database that is away is tried again, not given up
    if back_up; then wait_for=86400; else wait_for=60; fi
    sleep "$wait_for" &
    wait $!
done
