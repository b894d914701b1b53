export declare const layers: ReadonlyArray<ReadonlyArray<string>>
export declare const roomOf: (path: string) => string
export declare const objection: (from: string, to: string) => string | undefined
export declare const postgresDoors: ReadonlyArray<string>
export declare const objectionToFile: (from: string, to: string) => string | undefined
export declare const forPages: ReadonlyArray<string>
export declare const typesForPages: ReadonlyArray<string>
