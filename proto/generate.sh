#!/usr/bin/env bash
# Generates proto/gen/python from the .proto files; run by `make proto`, compared in CI.
# The stored events (ludoteca.log.v1) are left out: Python only ever sees their bytes.
set -eu
cd "$(dirname "$0")"
python=${PYTHON:-python3}
out=${1:-gen/python}
rm -rf "$out/ludoteca"
mkdir -p "$out"
mapfile -t files < <(find ludoteca -name '*.proto' -not -path 'ludoteca/log/*' | sort)
"$python" -m grpc_tools.protoc -I. --python_out="$out" --grpc_python_out="$out" \
  --mypy_out="quiet:$out" --mypy_grpc_out="quiet:$out" "${files[@]}"
find "$out/ludoteca" -type d -exec touch {}/py.typed \;
