export declare const layers: ReadonlyArray<ReadonlyArray<string>>
export declare const roomOf: (path: string) => string
export declare const objection: (from: string, to: string) => string | undefined
