# Evaluates the module for a small system, and with faults on which it must fail.
{
  self,
  nixpkgs,
  pkgs,
}:
let
  inherit (nixpkgs) lib;

  evaluate =
    settings:
    (nixpkgs.lib.nixosSystem {
      modules = [
        self.nixosModules.default
        {
          boot.isContainer = true;
          nixpkgs.hostPlatform = pkgs.stdenv.hostPlatform.system;
          system.stateVersion = "25.11";
          services.turnover = {
            enable = true;
          }
          // settings;
        }
      ];
    }).config;

  refusals =
    settings:
    builtins.filter (lib.hasPrefix "services.turnover") (
      map (entry: entry.message) (builtins.filter (entry: !entry.assertion) (evaluate settings).assertions)
    );

  plain = evaluate { };

  full = evaluate {
    environmentFile = "/run/secrets/turnover.env";
    openFirewall = true;
    port = 8080;
    secretSettings = {
      chat_secret = "/run/secrets/turnover-secret";
      chat_webhook_url = "/run/secrets/turnover-webhook";
    };
    settings = {
      cutoff_time = "22:30";
      backup_dir = "/srv/turnover";
      some_later_key = true;
    };
    nginx = {
      enable = true;
      domain = "turnover.example.org";
    };
    backup.enable = true;
  };

  ownFile = evaluate { configFile = "/etc/turnover/config.json"; };

  onServer = evaluate {
    database.createLocally = true;
    replicas = 2;
    openFirewall = true;
    nginx = {
      enable = true;
      domain = "turnover.example.org";
    };
  };

  # The server is on another machine, and its address is in the environment file.
  elsewhere = evaluate {
    environmentFile = "/run/secrets/turnover.env";
    replicas = 3;
  };

  refused = {
    replicasOnFile = {
      replicas = 2;
    };
    backupOfServer = {
      database.createLocally = true;
      backup.enable = true;
    };
    secretInSettings = {
      settings.chat_secret = "not for everyone";
    };
    secretInStore = {
      environmentFile = "${builtins.storeDir}/00000000000000000000000000000000-secret";
    };
    twoSources = {
      configFile = "/etc/turnover/config.json";
      secretSettings.chat_secret = "/run/secrets/turnover-secret";
    };
    tokenInEnvironment = {
      environment.ADMIN_TOKEN = "not for everyone";
    };
    lowPort = {
      port = 80;
    };
  };

  facts = {
    environment = {
      plain = plain.systemd.services.turnover.environment;
      full = full.systemd.services.turnover.environment;
      ownFile = ownFile.systemd.services.turnover.environment;
      first = onServer.systemd.services.turnover.environment;
      second = onServer.systemd.services.turnover-2.environment;
    };
    service = {
      plain = plain.systemd.services.turnover.serviceConfig;
      full = full.systemd.services.turnover.serviceConfig;
      ownFile = ownFile.systemd.services.turnover.serviceConfig;
      backup = full.systemd.services.turnover-backup.serviceConfig;
      second = onServer.systemd.services.turnover-2.serviceConfig;
    };
    server = {
      inherit (onServer.services.postgresql) enable ensureDatabases ensureUsers;
      withoutAsking = plain.services.postgresql.enable || elsewhere.services.postgresql.enable;
    };
    replicas = {
      inherit (onServer.systemd.services.turnover-2) after wants;
      firewall = onServer.networking.firewall.allowedTCPPorts;
      upstreams = builtins.mapAttrs (_: { servers }: builtins.attrNames servers) onServer.services.nginx.upstreams;
      elsewhere = builtins.attrNames elsewhere.systemd.services;
    };
    settings = {
      plain = plain.services.turnover.settings;
      full = full.services.turnover.settings;
    };
    backupWithoutAsking = plain.systemd.services ? turnover-backup;
    upstreams = builtins.mapAttrs (_: { servers }: builtins.attrNames servers) full.services.nginx.upstreams;
    calendar = full.systemd.timers.turnover-backup.timerConfig.OnCalendar;
    folders = full.systemd.tmpfiles.rules;
    firewall = full.networking.firewall.allowedTCPPorts;
    locations = builtins.mapAttrs (_: location: {
      inherit (location) proxyPass;
      extraConfig = location.extraConfig or "";
    }) full.services.nginx.virtualHosts."turnover.example.org".locations;
    refusals = builtins.mapAttrs (_: refusals) (refused // { nothing = { }; });
  };

  unexpected =
    lib.optional (facts.refusals.nothing != [ ]) "the defaults are refused"
    ++ map (name: "${name} is not refused once") (
      builtins.filter (name: builtins.length facts.refusals.${name} != 1) (builtins.attrNames refused)
    );
in
assert lib.assertMsg (unexpected == [ ]) "module: ${lib.concatStringsSep ", " unexpected}";
# Only the texts, so that this check does not build the service.
pkgs.writeText "turnover-module.json" (builtins.unsafeDiscardStringContext (builtins.toJSON facts)) // { inherit facts; }
