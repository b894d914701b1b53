# Installs node_modules for one system into the current folder, which holds package.json and package-lock.json.
# package.nix runs it with a fixed hash of the tree, and update-hashes.sh to compute that hash. Both must get the same tree with any
# version of Node and npm.   usage: npm-tree.sh x86_64-linux
set -euo pipefail

case $1 in
  x86_64-linux) platform=(--os=linux --cpu=x64 --libc=glibc) ;;
  aarch64-linux) platform=(--os=linux --cpu=arm64 --libc=glibc) ;;
  x86_64-darwin) platform=(--os=darwin --cpu=x64) ;;
  aarch64-darwin) platform=(--os=darwin --cpu=arm64) ;;
  *) echo "npm-tree.sh: unknown system $1" >&2; exit 2 ;;
esac

# npm leaves out optional packages that do not support its version of Node, so it is always given the oldest version that
# package.json allows.
export NODE_OPTIONS="--import=data:text/javascript,Object.defineProperty(process,'version',{value:'v22.13.0'})"
npm ci --ignore-scripts --no-audit --no-fund --no-progress "${platform[@]}"

# npm's own notes on the tree, and folders of packages that it left out. These differ between versions of npm.
rm -f node_modules/.package-lock.json
find node_modules -type d -empty -delete
