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
  json = pkgs.formats.json { };
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
      description = "The port to listen on, 1024 or above: the service may not use a lower one.";
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
        The shop's settings, the members of {file}`config.json`. Everyone can read them in the Nix store: put secrets into
        {option}`services.turnover.secretSettings`.
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
            description = "A word that the bot requires in every message.";
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
        Members of {file}`config.json` whose values are read from files when the service starts. Only root needs
        to be able to read the files. Without `chat_webhook_url`, messages are printed to the journal and not sent.
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
        A file of `NAME=value` lines with secrets, at least `ADMIN_TOKEN`. Only root needs to be able to read it. Without
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
      description = "Additional environment variables, or other values for those that the module sets. Not for secrets.";
    };

    database.createLocally = mkOption {
      type = types.bool;
      default = false;
      description = ''
        Whether the days are stored in PostgreSQL on this machine instead of a file. The module creates a user and a database
        `turnover`, and the service connects by the server's socket, without a password. For a server on another machine,
        set `DATABASE_URL` in {option}`services.turnover.environmentFile`.
      '';
    };

    replicas = mkOption {
      type = types.ints.positive;
      default = 1;
      description = ''
        How many processes run, on {option}`services.turnover.port` and the ports after it. More than one needs PostgreSQL: one of
        them serves, the others wait to take over. nginx passes requests to the one that serves.
      '';
    };

    nginx = {
      enable = lib.mkEnableOption "a virtual host of nginx in front of the service";
      domain = mkOption {
        type = types.str;
        example = "turnover.example.org";
        description = ''
          The virtual host's name. Certificates and access are configured in {option}`services.nginx.virtualHosts`, under
          the same name.
        '';
      };
    };

    backup = {
      enable = lib.mkEnableOption "regular backups, taken while the service runs and verified before they count";
      directory = mkOption {
        type = types.path;
        default = "/var/backup/turnover";
        description = "The folder of the backups, created if it is missing.";
      };
      onCalendar = mkOption {
        type = types.str;
        default = "*-*-* 03:30:00";
        description = "When to take a backup, see {manpage}`systemd.time(7)`. A missed backup is taken later.";
      };
      keep = mkOption {
        type = types.ints.positive;
        default = 14;
        description = "How many of the newest backups are kept.";
      };
    };
  };
}
