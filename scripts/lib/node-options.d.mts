export declare const nodeOptions: ReadonlyArray<string>
