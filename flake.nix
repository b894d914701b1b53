{
  description = "One shop's daily turnover: settled at a cutoff, shown on a dashboard, sent to the team's chat";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs =
    { self, nixpkgs }:
    let
      inherit (nixpkgs) lib;
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      forEachSystem = f: lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
      packageFor = pkgs: self.packages.${pkgs.stdenv.hostPlatform.system}.default;
    in
    {
      packages = forEachSystem (pkgs: {
        default = pkgs.callPackage ./deploy/nix/package.nix {
          nodejs = pkgs.nodejs_24;
          nodejs-slim = pkgs.nodejs-slim_24;
          commit = self.shortRev or "";
        };
      });

      apps = forEachSystem (pkgs: {
        default = {
          type = "app";
          # If the current folder has no settings, the shipped ones are used: messages are printed, not sent.
          program = lib.getExe (
            pkgs.writeShellScriptBin "turnover" ''
              if [ ! -e config.json ] && [ ! -e .env ]; then
                export CONFIG_FILE="''${CONFIG_FILE:-${packageFor pkgs}/lib/turnover/config.json}"
              fi
              exec ${lib.getExe (packageFor pkgs)} "$@"
            ''
          );
          meta.description = "Run the service in the current folder";
        };
      });

      devShells = forEachSystem (pkgs: {
        default = pkgs.mkShell {
          packages = [ pkgs.nodejs_24 ];
        };
      });

      nixosModules.default = import ./deploy/nix/module.nix self;

      checks = forEachSystem (
        pkgs:
        {
          package = packageFor pkgs;
        }
        // lib.optionalAttrs pkgs.stdenv.hostPlatform.isLinux {
          module = import ./deploy/nix/module-check.nix { inherit self nixpkgs pkgs; };
          vm = pkgs.testers.runNixOSTest (import ./deploy/nix/vm-test.nix self);
          vm-replicas = pkgs.testers.runNixOSTest (import ./deploy/nix/vm-test-replicas.nix self);
        }
      );

      formatter = forEachSystem (pkgs: pkgs.nixfmt-tree);
    };
}
