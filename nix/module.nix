self:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.services.turnover;
  inherit (lib) mkOption types;

  user = "turnover";
  stateDirectory = "/var/lib/turnover";
  assembledConfig = "/run/turnover/config.json";

  hardening = lib.importJSON ./hardening.json;
  json = pkgs.formats.json { };

  # Keys of config.json that are credentials; `console:` is no address.
  secretKeys = [
    "alert_webhook_url"
    "chat_secret"
    "chat_webhook_url"
  ];
  secretsInSettings = builtins.filter (
    key: !builtins.elem (cfg.settings.${key} or "") [ "" "console:" ]
  ) secretKeys;
  inStore = path: path != null && lib.hasPrefix "${builtins.storeDir}/" (toString path);
  exposed = builtins.filter inStore (
    [
      cfg.configFile
      cfg.environmentFile
    ]
    ++ builtins.attrValues cfg.secretSettings
  );

  # A bot's address from a file takes the place of the one that only prints.
  settings = lib.optionalAttrs (!cfg.secretSettings ? chat_webhook_url) { chat_webhook_url = "console:"; } // cfg.settings;

  environment = {
    CONFIG_FILE = if cfg.configFile == null then assembledConfig else toString cfg.configFile;
    DATABASE_URL = "file:${stateDirectory}/turnover.db";
    HOST = cfg.host;
    LOG_FILE = "/var/log/turnover/app.log";
    LOG_LEVEL = cfg.logLevel;
    PORT = toString cfg.port;
    TZ = cfg.timeZone;
  }
  // cfg.environment;

  # The commands work beside the running service, on its database, as its user.
  commandLine = pkgs.writeShellScriptBin "turnover" ''
    if [ "$(id -u)" = 0 ]; then
      ${lib.optionalString (cfg.environmentFile != null) ''
        while IFS= read -r line; do
          case $line in [A-Za-z_]*=*) export "''${line?}" ;; esac
        done <${lib.escapeShellArg (toString cfg.environmentFile)}
      ''}
      exec ${pkgs.util-linux}/bin/runuser -u ${user} -- "$0" "$@"
    fi
    ${lib.concatStrings (
      lib.mapAttrsToList (name: value: "export ${name}=${lib.escapeShellArg value}\n") environment
    )}
    exec ${lib.getExe cfg.package} "$@"
  '';

  backupScript = pkgs.writeShellScript "turnover-backup" ''
    set -euo pipefail
    cd ${lib.escapeShellArg cfg.backup.directory}
    ${lib.getExe cfg.package} backup "$PWD/turnover-$(date -u +%Y%m%dT%H%M%SZ).db"
    # Only after a backup that succeeded; the names sort by time.
    ls -1 turnover-*Z.db | head -n -${toString cfg.backup.keep} | xargs -r rm --
  '';

  common = hardening // {
    User = user;
    Group = user;
    WorkingDirectory = stateDirectory;
    StateDirectory = user;
    StateDirectoryMode = "0700";
    LogsDirectory = user;
    LogsDirectoryMode = "0750";
    EnvironmentFile = lib.optional (cfg.environmentFile != null) (toString cfg.environmentFile);
  };
in
{
  options.services.turnover = {
    enable = lib.mkEnableOption "the daily turnover service";

    package = mkOption {
      type = types.package;
      default = self.packages.${pkgs.stdenv.hostPlatform.system}.default;
      defaultText = lib.literalExpression "turnover.packages.\${system}.default";
      description = "The package that is run.";
    };

    host = mkOption {
      type = types.str;
      default = if cfg.nginx.enable then "127.0.0.1" else "0.0.0.0";
      defaultText = lib.literalExpression ''if config.services.turnover.nginx.enable then "127.0.0.1" else "0.0.0.0"'';
      description = "The address to listen on.";
    };

    port = mkOption {
      type = types.port;
      default = 57778;
      description = "The port to listen on; 1024 or above, the service has no right to a lower one.";
    };

    openFirewall = mkOption {
      type = types.bool;
      default = false;
      description = "Whether to open {option}`services.turnover.port` in the firewall.";
    };

    timeZone = mkOption {
      type = types.str;
      default = "Asia/Shanghai";
      example = "Europe/Berlin";
      description = "The shop's IANA time zone. It decides what day it is; the machine's own zone never matters.";
    };

    logLevel = mkOption {
      type = types.enum [
        "trace"
        "debug"
        "info"
        "warn"
        "error"
        "none"
      ];
      default = "info";
      description = "The lowest level that is logged to the journal and to {file}`/var/log/turnover/app.log`.";
    };

    settings = mkOption {
      default = { };
      description = ''
        The shop's settings, the members of {file}`config.json`. They are readable by everyone in the Nix store: what is
        secret belongs into {option}`services.turnover.secretSettings`.
      '';
      type = types.submodule {
        freeformType = json.type;
        options = {
          shop_name = mkOption {
            type = types.str;
            default = "示例门店";
            description = "The shop's name, at most 100 characters.";
          };
          weekday_range = mkOption {
            type = types.listOf types.number;
            default = [
              2800
              3600
            ];
            description = "Lowest and highest generated amount from Monday to Friday, both included.";
          };
          weekend_range = mkOption {
            type = types.listOf types.number;
            default = [
              4000
              5200
            ];
            description = "Lowest and highest generated amount on Saturday and Sunday, both included.";
          };
          cutoff_time = mkOption {
            type = types.strMatching "([01][0-9]|2[0-3]):[0-5][0-9]";
            default = "23:00";
            description = "Local time of the shop, `HH:MM`, at which the day is settled.";
          };
          fallback_push = mkOption {
            type = types.enum [
              "auto"
              "always"
            ];
            default = "auto";
            description = "`auto`: checks push a settled day again only while no delivery is confirmed; `always`: every check does.";
          };
          import_notify = mkOption {
            type = types.enum [
              "per_row"
              "digest"
              "none"
            ];
            default = "per_row";
            description = "Which messages an import sends: one for each row, one in all, or none.";
          };
          chat_keyword = mkOption {
            type = types.str;
            default = "";
            description = "A word that the bot demands in every message.";
          };
        };
      };
    };

    secretSettings = mkOption {
      type = types.attrsOf types.path;
      default = { };
      example = {
        chat_webhook_url = "/run/secrets/turnover-webhook";
        chat_secret = "/run/secrets/turnover-webhook-secret";
      };
      description = ''
        Members of {file}`config.json` whose values are read from files when the service starts. The files may belong to
        root alone. Without `chat_webhook_url` messages are printed to the journal instead of sent.
      '';
    };

    configFile = mkOption {
      type = types.nullOr types.path;
      default = null;
      example = "/etc/turnover/config.json";
      description = ''
        A {file}`config.json` that is kept outside of Nix and used instead of {option}`services.turnover.settings`. It
        must be readable by the user `turnover`, and by nobody else. It can be changed and reloaded without a restart.
      '';
    };

    environmentFile = mkOption {
      type = types.nullOr types.path;
      default = null;
      example = "/run/secrets/turnover.env";
      description = ''
        A file of `NAME=value` lines with secrets, `ADMIN_TOKEN` first of all; it may belong to root alone. Without
        `ADMIN_TOKEN` the admin endpoints are closed.
      '';
    };

    environment = mkOption {
      type = types.attrsOf types.str;
      default = { };
      example = {
        AUTO_IMPORT_ON_START = "yes";
        AUTO_IMPORT_FILE = "/var/lib/turnover/import.csv";
      };
      description = "Further environment variables, or others than the module sets. Not for secrets.";
    };

    nginx = {
      enable = lib.mkEnableOption "a virtual host of nginx in front of the service";
      domain = mkOption {
        type = types.str;
        example = "turnover.example.org";
        description = ''
          The virtual host's name. Certificates and access are set where all of nginx is, in
          {option}`services.nginx.virtualHosts`, under the same name.
        '';
      };
    };

    backup = {
      enable = lib.mkEnableOption "regular backups, taken while the service runs and verified before they count";
      directory = mkOption {
        type = types.path;
        default = "/var/backup/turnover";
        description = "The folder of the backups, made when it is missing.";
      };
      onCalendar = mkOption {
        type = types.str;
        default = "*-*-* 03:30:00";
        description = "When to take a backup, see {manpage}`systemd.time(7)`. A missed one is made up for.";
      };
      keep = mkOption {
        type = types.ints.positive;
        default = 14;
        description = "How many of the newest backups are kept.";
      };
    };
  };

  config = lib.mkIf cfg.enable {
    assertions = [
      {
        assertion = secretsInSettings == [ ];
        message = "services.turnover.settings is readable by everyone: move ${lib.concatStringsSep ", " secretsInSettings} to services.turnover.secretSettings.";
      }
      {
        assertion = exposed == [ ];
        message = "services.turnover: ${lib.concatMapStringsSep ", " toString exposed} is in the Nix store, where everyone can read it: give the path as a string.";
      }
      {
        assertion = cfg.configFile == null || cfg.secretSettings == { };
        message = "services.turnover: configFile holds all settings, so secretSettings would be ignored.";
      }
      {
        assertion = !(cfg.environment ? ADMIN_TOKEN);
        message = "services.turnover.environment is readable by everyone: put ADMIN_TOKEN into services.turnover.environmentFile.";
      }
      {
        assertion = cfg.port >= 1024;
        message = "services.turnover.port: the service has no right to a port below 1024; put nginx in front of it.";
      }
    ];

    users.users.${user} = {
      isSystemUser = true;
      group = user;
      home = stateDirectory;
      description = "Daily turnover service";
    };
    users.groups.${user} = { };

    environment.systemPackages = [ commandLine ];

    systemd.services.turnover = {
      description = "Daily turnover";
      documentation = [ "http://localhost:${toString cfg.port}/docs" ];
      wantedBy = [ "multi-user.target" ];
      wants = [ "network-online.target" ];
      after = [
        "network-online.target"
        "time-sync.target"
      ];
      inherit environment;
      # The day has to be settled: never give up starting again.
      startLimitIntervalSec = 0;
      serviceConfig =
        common
        // {
          Type = "exec";
          ExecStart = lib.getExe cfg.package;
          Restart = "on-failure";
          RestartSec = "5s";
          # A stop drains for 10 s at most.
          TimeoutStopSec = "30s";
        }
        // lib.optionalAttrs (cfg.configFile == null) {
          ExecStartPre = lib.concatStringsSep " " (
            [
              "${cfg.package.nodejs}/bin/node"
              "${./config-file.mjs}"
              "${json.generate "turnover-settings.json" settings}"
              assembledConfig
            ]
            ++ builtins.attrNames cfg.secretSettings
          );
          LoadCredential = lib.mapAttrsToList (key: file: "${key}:${toString file}") cfg.secretSettings;
          RuntimeDirectory = user;
          RuntimeDirectoryMode = "0700";
          # The command line and the backup read the settings also while the service is stopped.
          RuntimeDirectoryPreserve = true;
        };
    };

    systemd.services.turnover-backup = lib.mkIf cfg.backup.enable {
      description = "Backup of the daily turnover";
      after = [ "turnover.service" ];
      inherit environment;
      serviceConfig = common // {
        Type = "oneshot";
        ExecStart = "${backupScript}";
        ReadWritePaths = [ cfg.backup.directory ];
      };
    };

    systemd.timers.turnover-backup = lib.mkIf cfg.backup.enable {
      description = "Regular backup of the daily turnover";
      wantedBy = [ "timers.target" ];
      timerConfig = {
        OnCalendar = cfg.backup.onCalendar;
        Persistent = true;
      };
    };

    systemd.tmpfiles.rules = lib.optional cfg.backup.enable "d ${cfg.backup.directory} 0700 ${user} ${user} -";

    networking.firewall.allowedTCPPorts = lib.optional cfg.openFirewall cfg.port;

    services.nginx = lib.mkIf cfg.nginx.enable {
      enable = true;
      virtualHosts.${cfg.nginx.domain}.locations =
        let
          upstream = {
            proxyPass = "http://${if lib.hasInfix ":" cfg.host then "[${cfg.host}]" else cfg.host}:${toString cfg.port}";
            recommendedProxySettings = true;
          };
        in
        {
          "/" = upstream;
          # A stream without end: passed on at once, and open while nothing is sent.
          "= /api/events" = upstream // {
            extraConfig = ''
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_buffering off;
              proxy_cache off;
              proxy_read_timeout 1h;
            '';
          };
        };
    };
  };
}
