#!/usr/bin/env bash
# Computes deploy/nix/npm-deps.json. Run it after every change of package-lock.json. It needs npm, the registry and `nix`.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
export NIX_CONFIG="experimental-features = nix-command"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

hash_of() {
  mkdir "$work/$1"
  cp "$work/package.json" "$work/package-lock.json" "$work/$1"
  (cd "$work/$1" && bash "$OLDPWD/deploy/nix/npm-tree.sh" "$1" >&2 && nix hash path node_modules)
}

# A copy of both files, so that all systems use the same state, even if the files change meanwhile.
cp package.json package-lock.json "$work"
lock=$(sha256sum "$work/package-lock.json" | cut -d ' ' -f 1)
lines=()
for system in aarch64-darwin aarch64-linux x86_64-darwin x86_64-linux; do
  hash=$(hash_of "$system")
  lines+=("    \"$system\": \"$hash\"")
done

{
  echo "{"
  echo "  \"packageLock\": \"$lock\","
  echo "  \"hashes\": {"
  (IFS=,; echo "${lines[*]}") | sed 's/,/,\n/g'
  echo "  }"
  echo "}"
} >"$work/npm-deps.json"
mv "$work/npm-deps.json" deploy/nix/npm-deps.json
cat deploy/nix/npm-deps.json
