/** Loops and timers of background work. */
export { type DeadlineTimer, makeDeadlineTimer } from "./DeadlineTimer.ts"
export { makeFairSemaphore, type Pace } from "./FairSemaphore.ts"
