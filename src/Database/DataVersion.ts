/** Numbers that show whether other programs have committed. Commits of this process change neither. */
export interface DataVersion {
  /** Changes with each commit of another program. */
  readonly others: number
  /** Changes with each commit of another program that may have changed days without an audit record, such as an edit by hand. */
  readonly edits: number
  /** Changes when the database has lost the newest commit that this process knew, for example after a failover. */
  readonly losses: number
}
