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
        machine.wait_until_succeeds(f"curl -sSf {api}/export | grep '2025-12-08,{amount}'", timeout=60)

    def serves(api):
        machine.wait_until_succeeds(health(api, ".status == \"ok\" and .database.kind == \"postgres\""), timeout=60)

    for unit in ["postgresql.target", "turnover.service", "turnover-2.service", "nginx.service"]:
        machine.wait_for_unit(unit)
    behind_proxy = "http://localhost/api"

    with subtest("one of them serves, the other waits with a closed port"):
        serves(behind_proxy)
        machine.succeed(f"test 1 = $(for api in {first} {second}; do curl -sSf $api/metrics > /dev/null 2>&1 && echo 1; done | wc -l)")
        machine.succeed("turnover doctor | grep 'ok *health'")
        correct(behind_proxy, 3629.76)

    with subtest("one that is killed is missed by nobody"):
        for unit in ["turnover.service", "turnover-2.service"]:
            machine.succeed(f"systemctl kill --signal=KILL {unit}")
            serves(behind_proxy)
            shows(behind_proxy, "3629.76")
        correct(behind_proxy, 3629.77)
        machine.succeed(f"curl -sSf -H '{token}' {behind_proxy}/admin/audit/verify | jq -e .ok")

    with subtest("a server that restarts loses nothing"):
        machine.succeed("systemctl restart postgresql.service")
        serves(behind_proxy)
        shows(behind_proxy, "3629.77")
  '';
}
