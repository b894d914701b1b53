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

  environment = config: name: config.systemd.services.${name}.environment;
  service = config: name: config.systemd.services.${name}.serviceConfig;
  upstreams =
    config: builtins.mapAttrs (_: { servers }: builtins.attrNames servers) config.services.nginx.upstreams;

  # What the module promises, each with what it gives.
  promises = {
    "secrets are credentials, never in the store" = {
      found = (service full "turnover").LoadCredential;
      expected = [
        "chat_secret:/run/secrets/turnover-secret"
        "chat_webhook_url:/run/secrets/turnover-webhook"
      ];
    };
    "a day is announced once" = {
      found = plain.services.turnover.settings.fallback_push;
      expected = "auto";
    };
    "later keys of config.json pass" = {
      found = full.services.turnover.settings.some_later_key;
      expected = true;
    };
    "behind nginx the service is closed to the network, and trusts the proxy alone" = {
      found = {
        inherit (environment full "turnover") HOST TRUST_PROXY;
        upstreams = upstreams full;
      };
      expected = {
        HOST = "127.0.0.1";
        TRUST_PROXY = "127.0.0.1,::1";
        upstreams.turnover = [ "127.0.0.1:8080" ];
      };
    };
    "each further process has its own port, log and settings" = {
      found = environment onServer "turnover-2";
      expected = environment onServer "turnover" // {
        CONFIG_FILE = "/run/turnover-2/config.json";
        LOG_FILE = "/var/log/turnover/app-2.log";
        PORT = "57779";
      };
    };
    "the processes share a server of the machine, and the firewall has their ports" = {
      found = {
        inherit (onServer.services.postgresql) enable ensureDatabases;
        inherit (environment onServer "turnover") DATABASE_URL;
        ports = onServer.networking.firewall.allowedTCPPorts;
        upstreams = upstreams onServer;
      };
      expected = {
        enable = true;
        ensureDatabases = [ "turnover" ];
        DATABASE_URL = "postgres:///turnover?host=/run/postgresql";
        ports = [
          57778
          57779
        ];
        upstreams.turnover = [
          "127.0.0.1:57778"
          "127.0.0.1:57779"
        ];
      };
    };
    "a server elsewhere brings none to this machine" = {
      found = plain.services.postgresql.enable || elsewhere.services.postgresql.enable;
      expected = false;
    };
    "the backup is there only when asked, and writes only its folder" = {
      found = [
        (plain.systemd.services ? turnover-backup)
        (service plain "turnover").ReadWritePaths
        (service full "turnover").ReadWritePaths
      ];
      expected = [
        false
        [ ]
        [ "/srv/turnover" ]
      ];
    };
    "a file of settings is taken as it is" = {
      found = {
        inherit (environment ownFile "turnover") CONFIG_FILE;
        prepares = (service ownFile "turnover") ? ExecStartPre;
      };
      expected = {
        CONFIG_FILE = "/etc/turnover/config.json";
        prepares = false;
      };
    };
  };

  broken =
    lib.optional (refusals { } != [ ]) "the defaults are refused"
    ++ map (name: "${name} is not refused once") (
      builtins.filter (name: builtins.length (refusals refused.${name}) != 1) (builtins.attrNames refused)
    )
    ++ map (name: "${name}: found ${builtins.toJSON promises.${name}.found}") (
      builtins.filter (name: promises.${name}.found != promises.${name}.expected) (builtins.attrNames promises)
    );
in
assert lib.assertMsg (broken == [ ]) "module: ${lib.concatStringsSep "; " broken}";
pkgs.writeText "turnover-module" "checked"
