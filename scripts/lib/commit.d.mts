export declare const commitOf: (root: string, given?: string) => string
