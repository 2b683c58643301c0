/** Calls a function when Node has read all sockets once: it does so between its timers and its immediates. */
export const afterArrivals = (then: () => void) => void setImmediate(() => setImmediate(then))
