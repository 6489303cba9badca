#!/usr/bin/env bash
# Puts Debian's redis-server into the folder $1, so that the event log is tested against Redis itself too. Nothing is
# installed: the packages are unpacked. Where there is a redis-server on the PATH, or this is no Debian, or its packages
# cannot be reached, nothing happens, and those tests are left out.
set -u
command -v redis-server >/dev/null && exit 0
[ -x "$1/bin/redis-server" ] && exit 0
command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || exit 0
grep -qx 'ID=debian' /etc/os-release 2>/dev/null || exit 0
mkdir -p "$1" && folder=$(cd "$1" && pwd) || exit 0
quickly="-qq -o Acquire::Retries=1 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10 -o APT::Sandbox::User="
(
    cd "$folder" || exit 1
    [ "$(id -u)" != 0 ] || timeout 40 apt-get $quickly update
    timeout 40 apt-get $quickly download redis-server redis-tools libjemalloc2 liblzf1 libatomic1 || exit 1
    for package in *.deb; do dpkg-deb -x "$package" unpacked || exit 1; done
    libraries=$(find "$folder/unpacked" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
    mkdir -p bin
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$libraries" "$folder/unpacked/usr/bin/redis-server" >bin/redis-server
    chmod +x bin/redis-server
    bin/redis-server --version
) >"$folder/log" 2>&1 && exit 0
echo "redis-server is not here and cannot be fetched: the event log is not tested against Redis itself ($folder/log)."
rm -rf "$folder/bin"
exit 0
