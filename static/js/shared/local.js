// @ts-check

const names = /^(localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[::1?\])$/

/** Whether only this computer can reach that host name. @param {string} hostname */
export const isLocal = (hostname) => names.test(hostname)
