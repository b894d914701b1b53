self: {
  name = "turnover-replicas";

  nodes.machine =
    { pkgs, ... }:
    {
      imports = [ self.nixosModules.default ];

      environment.systemPackages = [ pkgs.jq ];
      environment.etc."secrets/turnover.env" = {
        text = "ADMIN_TOKEN=correct-horse-battery-staple\n";
        mode = "0400";
      };
      services.turnover = {
        enable = true;
        environmentFile = "/etc/secrets/turnover.env";
        database.createLocally = true;
        replicas = 2;
        nginx = {
          enable = true;
          domain = "localhost";
        };
      };
    };

  testScript = ''
    first = "http://127.0.0.1:57778/api"
    second = "http://127.0.0.1:57779/api"
    token = "X-Admin-Token: correct-horse-battery-staple"

    def health(api, query):
        return f"curl -sSf -H '{token}' {api}/health | jq -e '{query}'"

    def correct(api, amount):
        body = f'{{"date":"2025-12-08","amount":{amount}}}'
        machine.succeed(
            f"curl -sSf -X PUT -H '{token}' -H 'content-type: application/json' -d '{body}' {api}/admin/turnover"
        )

    def shows(api, amount):
        machine.wait_until_succeeds(f"curl -sSf {api}/export | grep '2025-12-08,{amount}'", timeout=10)

    for unit in ["postgresql.target", "turnover.service", "turnover-2.service", "nginx.service"]:
        machine.wait_for_unit(unit)

    with subtest("both serve one database, and one of them sends"):
        for api in [first, second]:
            machine.wait_until_succeeds(health(api, ".replicas | length == 2"), timeout=60)
            machine.succeed(health(api, "[.replicas[] | select(.sending)] | length == 1"))
            machine.succeed(health(api, ".status == \"ok\" and .database.kind == \"postgres\""))
        machine.succeed("turnover doctor | grep 'ok *replicas'")

    with subtest("a change through one is seen through the other"):
        correct(first, 3629.76)
        shows(second, "3629.76")

    with subtest("one that is killed is missed by nobody, and comes back"):
        machine.succeed("systemctl kill --signal=KILL turnover.service")
        machine.wait_until_succeeds(health(second, "[.replicas[] | select(.answers)][0].sending"), timeout=20)
        correct("http://localhost/api", 3629.77)
        shows(second, "3629.77")
        machine.wait_until_succeeds(f"curl -sSf {first}/export | grep '2025-12-08,3629.77'", timeout=60)
        machine.succeed(f"curl -sSf -H '{token}' {first}/admin/audit/verify | jq -e .ok")

    with subtest("a server that restarts loses nothing"):
        machine.succeed("systemctl restart postgresql.service")
        for api in [first, second]:
            machine.wait_until_succeeds(health(api, ".status == \"ok\""), timeout=60)
            shows(api, "3629.77")
  '';
}
