# Runs the phases of a derivation in order, with the tools of this machine.
set -eo pipefail
export PATH=/usr/local/bin:/usr/bin:/bin
export TMPDIR=$NIX_BUILD_TOP
# There is no browser, as in the sandbox.
export CHROMIUM=/none
unset SSL_CERT_FILE NIX_SSL_CERT_FILE

runHook() { :; }
patchShebangs() { :; }
makeWrapper() {
  mkdir -p "$(dirname "$2")"
  printf '#!/bin/bash\nexec %s %s "$@"\n' "$1" "$4" >"$2"
  chmod +x "$2"
}

if [ -n "${src:-}" ]; then
  cp -r "$src" source
  chmod -R u+w source
  cd source
fi
for phase in configurePhase buildPhase checkPhase installPhase installCheckPhase; do
  eval "${!phase:-}"
done
