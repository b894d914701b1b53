import type { Browser } from "playwright-core"

export declare const chromiumPath: string
export declare const chromiumIsThere: boolean
export declare const launchChromium: () => Promise<Browser>
