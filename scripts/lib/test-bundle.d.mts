export declare const built: (name: string) => string
export declare const buildForTests: () => Promise<unknown>
