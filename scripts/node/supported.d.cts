export declare const isSupported: (range: string, version: string) => boolean
export declare const linesOf: (range: string) => string
