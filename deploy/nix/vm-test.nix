self: {
  name = "turnover";

  nodes.machine =
    { pkgs, ... }:
    {
      imports = [ self.nixosModules.default ];

      # The test sets the clock, which settles the day.
      services.timesyncd.enable = false;
      environment.systemPackages = [
        pkgs.jq
        pkgs.sqlite
      ];
      environment.etc = {
        "secrets/turnover.env" = {
          text = "ADMIN_TOKEN=correct-horse-battery-staple\n";
          mode = "0400";
        };
        "secrets/chat_secret" = {
          text = "signing secret\n";
          mode = "0400";
        };
      };
      services.turnover = {
        enable = true;
        environmentFile = "/etc/secrets/turnover.env";
        secretSettings.chat_secret = "/etc/secrets/chat_secret";
        settings.shop_name = "Corner shop";
        nginx = {
          enable = true;
          domain = "localhost";
        };
        backup.enable = true;
      };
      # The test starts the service after it has set the clock.
      systemd.services.turnover.wantedBy = pkgs.lib.mkForce [ ];
    };

  testScript = ''
    import json

    api = "http://127.0.0.1:57778/api"
    token = "X-Admin-Token: correct-horse-battery-staple"

    def days():
        return json.loads(machine.succeed(f"curl -sSf '{api}/revenue?days=30'"))

    def ready():
        machine.wait_for_unit("turnover.service")
        machine.wait_until_succeeds(f"curl -sSf {api}/health", timeout=60)

    machine.wait_for_unit("multi-user.target")

    with subtest("a day is settled at the cutoff, 23:00 in Shanghai"):
        machine.succeed("date -u -s '2026-03-13 14:59:30'")
        machine.succeed("systemctl start turnover.service")
        ready()
        assert days() == [], "nothing is settled before the cutoff"
        machine.wait_until_succeeds(
            f"curl -sSf '{api}/revenue?days=30' | jq -e '.[0].date == \"2026-03-13\"'", timeout=120
        )
        settled = days()
        machine.wait_until_succeeds("journalctl -u turnover.service | grep 'Corner shop'", timeout=60)

    with subtest("a restart and a kill change nothing"):
        machine.succeed("systemctl restart turnover.service")
        ready()
        assert days() == settled
        machine.succeed("systemctl kill --signal=KILL turnover.service")
        machine.wait_until_succeeds(
            "test $(systemctl show -P NRestarts turnover.service) -ge 1", timeout=60
        )
        ready()
        assert days() == settled
        machine.succeed(f"curl -sSf -H '{token}' {api}/admin/audit/verify")

    with subtest("secrets are for the service alone"):
        machine.succeed("test \"$(stat -c '%a %U' /run/turnover/config.json)\" = '400 turnover'")
        machine.succeed("jq -e '.chat_secret == \"signing secret\"' /run/turnover/config.json")
        machine.fail("runuser -u nobody -- cat /run/turnover/config.json")
        machine.fail("runuser -u nobody -- ls /var/lib/turnover")
        machine.fail("grep -r 'signing secret' /nix/store/*turnover-settings.json")
        machine.succeed(f"test $(curl -s -o /dev/null -w '%{{http_code}}' {api}/admin/logs) = 401")

    with subtest("nginx passes pages and events on"):
        machine.wait_for_unit("nginx.service")
        machine.succeed("curl -sSf http://localhost/ | grep -i '<!doctype html>'")
        machine.succeed("(timeout 5 curl -sN http://localhost/api/events || true) | grep '\"type\":\"tick\"'")

    with subtest("a backup is a whole database"):
        machine.succeed("systemctl start turnover-backup.service")
        machine.succeed("sqlite3 /var/backup/turnover/turnover-*Z.db 'PRAGMA integrity_check' | grep -x ok")

    with subtest("a stop is clean"):
        machine.succeed("systemctl stop turnover.service")
        machine.succeed("test $(systemctl show -P Result turnover.service) = success")
  '';
}
