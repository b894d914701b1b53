# Replaces the packages that this flake uses. Builds use the tools of this machine, without a sandbox. This tests the phases of
# package.nix, but proves nothing about a build with the real nixpkgs.
{ system }:
let
  lib = import ./lib.nix;
  isDarwin = builtins.match ".*-darwin" system != null;

  mkDerivation =
    arguments:
    let
      rest = removeAttrs arguments [
        "meta"
        "passthru"
        "impureEnvVars"
      ];
      named = if arguments ? name then { } else { name = "${arguments.pname}-${arguments.version}"; };
    in
    derivation (
      rest
      // named
      // {
        inherit system;
        builder = "/bin/bash";
        args = [ ./build.sh ];
      }
      // lib.optionalAttrs (arguments ? outputHash) { outputHashAlgo = null; }
    )
    // (arguments.passthru or { })
    // {
      meta = arguments.meta or { };
    };

  installing =
    name: installPhase:
    mkDerivation {
      inherit name installPhase;
      dontUnpack = true;
      meta.mainProgram = name;
    };
  tool = name: installing name "mkdir -p $out/bin";

  node = installing "node" ''
    mkdir $out
    ln -s "$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")"/{bin,include,lib} $out
  '';

  stdenv = {
    inherit mkDerivation;
    hostPlatform = {
      inherit system isDarwin;
      isLinux = !isDarwin;
    };
  };

  pkgs = lib.genAttrs [
    "cacert"
    "jq"
    "makeBinaryWrapper"
    "nixfmt-tree"
    "sqlite"
    "util-linux"
  ] tool // {
    inherit lib stdenv;
    stdenvNoCC = stdenv;
    nodejs_24 = node;
    nodejs-slim_24 = node;

    callPackage =
      file: arguments:
      let
        package = import file;
      in
      package (builtins.intersectAttrs (builtins.functionArgs package) (pkgs // arguments));
    formats.json = _: {
      type = lib.types.attrsOf lib.types.anything;
      generate = name: value: pkgs.writeText name (builtins.toJSON value);
    };
    mkShell =
      { packages }:
      mkDerivation {
        inherit packages;
        name = "shell";
      };
    testers.runNixOSTest =
      test:
      let
        machines = builtins.mapAttrs (
          _: machine:
          (lib.nixosSystem {
            modules = [
              machine
              { nixpkgs.hostPlatform = system; }
            ];
          }).config
        ) test.nodes;
      in
      mkDerivation {
        name = "vm-test-${test.name}";
        inherit (test) testScript;
        machines = builtins.toJSON (builtins.mapAttrs (_: machine: machine.systemd) machines);
      };
    writeShellScript =
      name: text:
      mkDerivation {
        inherit name text;
        dontUnpack = true;
        passAsFile = [ "text" ];
        installPhase = ''{ echo "#!/bin/bash"; cat "$textPath"; } >$out; chmod +x $out'';
      };
    writeShellScriptBin =
      name: text:
      mkDerivation {
        inherit name text;
        dontUnpack = true;
        passAsFile = [ "text" ];
        installPhase = ''
          mkdir -p $out/bin
          { echo "#!/bin/bash"; cat "$textPath"; } >$out/bin/$name
          chmod +x $out/bin/$name
        '';
        meta.mainProgram = name;
      };
    writeText =
      name: text:
      mkDerivation {
        inherit name text;
        dontUnpack = true;
        passAsFile = [ "text" ];
        installPhase = ''cp "$textPath" $out'';
      };
  };
in
pkgs
