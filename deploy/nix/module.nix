self:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.services.turnover;

  user = "turnover";
  stateDirectory = "/var/lib/turnover";

  hardening = lib.importJSON ./hardening.json;
  json = pkgs.formats.json { };

  # Keys of config.json that are credentials, unless the value is `console:`.
  secretKeys = [
    "alert_secret"
    "alert_webhook_url"
    "chat_secret"
    "chat_webhook_url"
    "heartbeat_url"
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

  # Messages are printed unless a file contains the address of a bot.
  settings = lib.optionalAttrs (!cfg.secretSettings ? chat_webhook_url) { chat_webhook_url = "console:"; } // cfg.settings;

  # The service may write to its backup folder, wherever that is.
  ownBackups = lib.optional (cfg.settings.backup_dir or "" != "") cfg.settings.backup_dir;

  # Whether the database is on a server: on this machine, or the one in the environment file, which the module cannot read.
  onServer = cfg.database.createLocally || cfg.replicas > 1;

  onLocalServer = lib.optional cfg.database.createLocally "postgresql.target";

  # The names of the first process are those of a single one.
  suffixOf = index: lib.optionalString (index > 0) "-${toString (index + 1)}";
  indexes = builtins.genList (index: index) cfg.replicas;
  ports = map (index: cfg.port + index) indexes;
  addressOf = port: "${if lib.hasInfix ":" cfg.host then "[${cfg.host}]" else cfg.host}:${toString port}";
  runtimeDirectoryOf = index: "${user}${suffixOf index}";
  configOf = index: "/run/${runtimeDirectoryOf index}/config.json";

  environmentOf =
    index:
    {
      CONFIG_FILE = if cfg.configFile == null then configOf index else toString cfg.configFile;
      HOST = cfg.host;
      LOG_FILE = "/var/log/turnover/app${suffixOf index}.log";
      LOG_LEVEL = cfg.logLevel;
      # Of the C library: its threads share one pool of memory, 2 MB less at rest.
      MALLOC_ARENA_MAX = "1";
      PORT = toString (cfg.port + index);
      # The settings are in the configuration of the machine.
      SETUP = "off";
      TZ = cfg.timeZone;
    }
    // (
      if cfg.database.createLocally then
        { DATABASE_URL = "postgres:///${user}?host=/run/postgresql"; }
      else
        { DATABASE_URL = "file:${stateDirectory}/turnover.db"; }
    )
    # Without this, all clients behind nginx would have one address, and one client that guesses tokens would block all others.
    // lib.optionalAttrs cfg.nginx.enable { TRUST_PROXY = "127.0.0.1,::1"; }
    // cfg.environment;

  environment = environmentOf 0;

  # The commands use the database of the running service, as its user.
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
      lib.mapAttrsToList (
        name: value:
        # The environment file may contain the address of a server.
        lib.optionalString (name == "DATABASE_URL") "test -n \"$DATABASE_URL\" || "
        + "export ${name}=${lib.escapeShellArg value}\n"
      ) environment
    )}
    exec ${lib.getExe cfg.package} "$@"
  '';

  backupScript = pkgs.writeShellScript "turnover-backup" ''
    set -euo pipefail
    cd ${lib.escapeShellArg cfg.backup.directory}
    ${lib.getExe cfg.package} backup "$PWD/turnover-$(date -u +%Y%m%dT%H%M%SZ).db"
    # Runs only after a successful backup. The files' names sort by time.
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

  serviceOf = index: {
    description = "Daily turnover";
    documentation = [ "http://localhost:${toString (cfg.port + index)}/docs" ];
    wantedBy = [ "multi-user.target" ];
    # Not `requires`: the service keeps running when the server restarts.
    wants = [ "network-online.target" ] ++ onLocalServer;
    after = [
      "network-online.target"
      "time-sync.target"
    ]
    ++ onLocalServer;
    environment = environmentOf index;
    # The day has to be settled, so systemd always starts the service again.
    startLimitIntervalSec = 0;
    serviceConfig =
      common
      // {
        Type = "exec";
        ExecStart = lib.getExe cfg.package;
        Restart = "on-failure";
        RestartSec = "5s";
        # A stop takes 10 s at most.
        TimeoutStopSec = "30s";
        ReadWritePaths = ownBackups;
      }
      // lib.optionalAttrs (cfg.configFile == null) {
        ExecStartPre = lib.concatStringsSep " " (
          [
            "${cfg.package.nodejs}/bin/node"
            "${./config-file.mjs}"
            "${json.generate "turnover-settings.json" settings}"
            (configOf index)
          ]
          ++ builtins.attrNames cfg.secretSettings
        );
        LoadCredential = lib.mapAttrsToList (key: file: "${key}:${toString file}") cfg.secretSettings;
        RuntimeDirectory = runtimeDirectoryOf index;
        RuntimeDirectoryMode = "0700";
        # The command line and the backup also read the settings while the service is stopped.
        RuntimeDirectoryPreserve = true;
      };
  };

  backupService = {
    description = "Backup of the daily turnover";
    after = [ "turnover.service" ];
    inherit environment;
    serviceConfig = common // {
      Type = "oneshot";
      ExecStart = "${backupScript}";
      ReadWritePaths = [ cfg.backup.directory ];
    };
  };
in
{
  imports = [ (import ./options.nix self) ];

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
        assertion = cfg.replicas == 1 || cfg.database.createLocally || cfg.environmentFile != null;
        message = "services.turnover.replicas: several processes need PostgreSQL: set services.turnover.database.createLocally, or DATABASE_URL in services.turnover.environmentFile.";
      }
      {
        assertion = !onServer || !cfg.backup.enable && ownBackups == [ ];
        message = "services.turnover: backup and backup_dir are for a file; PostgreSQL has services.postgresqlBackup.";
      }
      {
        assertion = cfg.port >= 1024;
        message = "services.turnover.port: the service has no right to a port below 1024; put nginx in front of it.";
      }
    ];

    services.postgresql = lib.mkIf cfg.database.createLocally {
      enable = true;
      ensureDatabases = [ user ];
      ensureUsers = [
        {
          name = user;
          ensureDBOwnership = true;
        }
      ];
    };

    users.users.${user} = {
      isSystemUser = true;
      group = user;
      home = stateDirectory;
      description = "Daily turnover service";
    };
    users.groups.${user} = { };

    environment.systemPackages = [ commandLine ];

    systemd.services =
      builtins.listToAttrs (
        map (index: {
          name = "turnover${suffixOf index}";
          value = serviceOf index;
        }) indexes
      )
      // lib.optionalAttrs cfg.backup.enable { turnover-backup = backupService; };

    systemd.timers.turnover-backup = lib.mkIf cfg.backup.enable {
      description = "Regular backup of the daily turnover";
      wantedBy = [ "timers.target" ];
      timerConfig = {
        OnCalendar = cfg.backup.onCalendar;
        Persistent = true;
      };
    };

    systemd.tmpfiles.rules = map (folder: "d ${folder} 0700 ${user} ${user} -") (
      ownBackups ++ lib.optional cfg.backup.enable cfg.backup.directory
    );

    networking.firewall.allowedTCPPorts = lib.optionals cfg.openFirewall ports;

    services.nginx = lib.mkIf cfg.nginx.enable {
      enable = true;
      # One process serves, the others have a closed port: nginx goes on to the next one, and tries each again after a second.
      upstreams.${user}.servers = lib.genAttrs (map addressOf ports) (_: lib.optionalAttrs (cfg.replicas > 1) { fail_timeout = "1s"; });
      virtualHosts.${cfg.nginx.domain}.locations =
        let
          upstream = {
            proxyPass = "http://${user}";
            recommendedProxySettings = true;
          };
        in
        {
          "/" = upstream;
          # A stream without end: it is not buffered, and stays open while nothing is sent.
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
