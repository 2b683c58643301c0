/** Loops and timers of background work. */
export { type DeadlineTimer, makeDeadlineTimer } from "./DeadlineTimer.ts"
export { type FairSemaphore, makeFairSemaphore } from "./FairSemaphore.ts"
