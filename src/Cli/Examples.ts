/** An example for each command, shown by the help. */
export const examples: Readonly<Record<string, string>> = {
  serve: "turnover serve",
  settle: "turnover settle --date 2025-12-08",
  import: "turnover import days.csv --dry-run",
  export: "turnover export --from 2025-12-01 --to 2025-12-31 > december.csv",
  report: "turnover report week --date 2025-12-08",
  correct: "turnover correct 2025-12-08 3629.76 --reason \"补记外卖\" --actor 李店长",
  withdraw: "turnover withdraw 2025-12-08 --reason \"录错了日期\" --actor 李店长",
  close: "turnover close 2025-10-01 --note 国庆节",
  open: "turnover open 2025-10-01",
  note: "turnover note 2025-12-08 大雨",
  audit: "turnover audit verify",
  backup: "turnover backup /mnt/backup/turnover-2025-12-08.db",
  restore: "turnover restore /mnt/backup/turnover-2025-12-08.db",
  copy: "turnover copy --to postgres://turnover:password@db.example/turnover",
  "test-push": "turnover test-push --reason \"新群\"",
  source: "turnover source try --date 2025-12-08",
  token: "turnover token create 小王 --role entry",
  session: "turnover session list",
  doctor: "turnover doctor",
  ready: "turnover ready",
  config: "turnover config check"
}

export const examplesFor = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const example = words.map((word) => examples[word]).find((found) => found !== undefined)
  return example === undefined ? Object.values(examples) : [example]
}
