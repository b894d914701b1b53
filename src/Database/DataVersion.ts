/** Numbers that show whether other programs have committed. Commits of this process change neither. */
export interface DataVersion {
  /** Changes with each of their commits. */
  readonly others: number
  /** Changes with each of their commits that may have changed days without an audit record, as an edit by hand does. */
  readonly edits: number
  /** Changes when the database has lost the newest commit that this process knew, as after a failover. */
  readonly losses: number
}
