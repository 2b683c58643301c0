import { Effect } from "effect"

/** How often it is asked how far a job is. */
const askEvery = "500 millis"

/** Asks how far a job is until it is over. It goes on if the command is interrupted. */
export const untilOver = Effect.fnUntraced(function* <A extends { readonly status: string }, E, R>(
  accepted: A,
  ask: Effect.Effect<A, E, R>
) {
  let job = accepted
  while (job.status === "pending" || job.status === "running") {
    yield* Effect.sleep(askEvery)
    job = yield* ask
  }
  return job
})
