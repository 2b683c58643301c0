/** Loops and timers of background work. */
export { type DeadlineTimer, makeDeadlineTimer } from "./DeadlineTimer.ts"
