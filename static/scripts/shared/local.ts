const names = /^(localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[::1?\])$/

/** Whether a host name can only be reached from this computer. */
export const isLocal = (hostname: string) => names.test(hostname)
