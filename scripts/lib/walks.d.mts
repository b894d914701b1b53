export interface Walk {
  readonly title: string
  readonly files: ReadonlyArray<string>
}
export declare const walks: () => ReadonlyArray<Walk>
export declare const gaps: (walk: Walk) => ReadonlyArray<string>
