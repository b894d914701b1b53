{
  description = "Stands in for nixpkgs where that cannot be had: enough to evaluate this project's flake, offline";

  outputs = _: {
    lib = import ./lib.nix;
    legacyPackages = builtins.listToAttrs (
      map
        (system: {
          name = system;
          value = import ./packages.nix { inherit system; };
        })
        [
          "x86_64-linux"
          "aarch64-linux"
          "x86_64-darwin"
          "aarch64-darwin"
        ]
    );
  };
}
