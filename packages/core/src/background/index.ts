/** Loops and timers of background work. */
export { type DeadlineTimer, makeDeadlineTimer } from "./DeadlineTimer.ts"
export { makeFairSemaphore } from "./FairSemaphore.ts"
