export const buildPages: (folders?: { readonly from?: string; readonly to?: string; readonly logLevel?: "silent" }) => Promise<void>
