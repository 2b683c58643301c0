/** Calls a function after Node has read from all ready sockets once. Node reads sockets between timers and immediates. */
export const afterArrivals = (then: () => void) => void setImmediate(() => setImmediate(then))
