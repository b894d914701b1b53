# The options of NixOS that the module and its test define. It has no others.
{ config, lib, ... }:
let
  declare =
    type: default:
    lib.mkOption {
      inherit type default;
      description = "See NixOS.";
    };
  inherit (lib.types)
    anything
    attrsOf
    bool
    listOf
    port
    raw
    str
    ;
in
{
  options = {
    _module.args = declare (attrsOf raw) { };
    assertions = declare (listOf anything) [ ];
    boot.isContainer = declare bool false;
    environment.etc = declare (attrsOf anything) { };
    environment.systemPackages = declare (listOf anything) [ ];
    networking.firewall.allowedTCPPorts = declare (listOf port) [ ];
    nixpkgs.hostPlatform = declare str "x86_64-linux";
    services.nginx = {
      enable = declare bool false;
      upstreams = declare (attrsOf anything) { };
      virtualHosts = declare (attrsOf anything) { };
    };
    services.postgresql = {
      enable = declare bool false;
      ensureDatabases = declare (listOf str) [ ];
      ensureUsers = declare (listOf anything) [ ];
    };
    services.timesyncd.enable = declare bool true;
    system.stateVersion = declare str "25.11";
    systemd.services = declare (attrsOf anything) { };
    systemd.timers = declare (attrsOf anything) { };
    systemd.tmpfiles.rules = declare (listOf str) [ ];
    users.groups = declare (attrsOf anything) { };
    users.users = declare (attrsOf anything) { };
  };

  config._module.args.pkgs = import ./packages.nix { system = config.nixpkgs.hostPlatform; };
}
