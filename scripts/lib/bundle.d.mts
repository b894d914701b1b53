import type { BuildOptions } from "esbuild"

export declare const bundleOptions: BuildOptions
export declare const serviceOptions: BuildOptions
export declare const commandsOptions: BuildOptions
export declare const entryOptions: BuildOptions
