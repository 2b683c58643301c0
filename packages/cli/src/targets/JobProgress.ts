import { Effect } from "effect"

const askEvery = "500 millis"

/** Waits until a job is over. The job continues if the command is interrupted. */
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
