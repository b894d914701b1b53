export const buildPages: (folders?: { readonly from?: string; readonly to?: string }) => Promise<void>
