import { assert } from "@effect/vitest"
import { Effect, Random, type Schema } from "effect"
import type { Fleet } from "./Fleet.ts"

/** What a fleet works on and a client finds by its uuid, such as imports. */
interface Followed<P> {
  readonly path: string
  readonly schema: Schema.Decoder<P>
  /** Of each status: 0 while it waits, 1 while it is in progress, 2 when it is over. */
  readonly order: Readonly<Record<string, number>>
  /** How much of it is done: none of these falls. */
  readonly counters: (now: P) => ReadonlyArray<number>
  /** Throws if it may not be so, or not after it was as before. */
  readonly assertValid: (now: P, before: P, detail: string) => void
}

/** Polls what a fleet works on. Each answer has to be valid, and no status goes back. */
export const follow = <P extends { readonly status: string }>(
  { ask }: Fleet,
  { assertValid, counters, order, path, schema }: Followed<P>
) => {
  const progress = new Map<string, P>()
  const counts = { polls: 0, advances: 0 }
  const orderOf = ({ status }: P) => order[status] ?? NaN

  const poll = Effect.fnUntraced(function* (uuid: string) {
    const now = yield* ask(["GET", `${path}/${uuid}`], [200, schema])
    const before = progress.get(uuid) ?? now
    const detail = JSON.stringify({ before, now })
    assertValid(now, before, detail)
    assert.isTrue(orderOf(now) > orderOf(before) || now.status === before.status, detail)
    const grown = counters(now).map((count, at) => count - (counters(before)[at] ?? 0))
    assert.isAtLeast(Math.min(...grown), 0, detail)
    progress.set(uuid, now)
    counts.polls++
    if (Math.max(...grown) > 0) counts.advances++
    return now
  })

  /** Waits for a moment within so many milliseconds after more was done, at which something is in progress. */
  const someWork = Effect.fnUntraced(function* (within: number) {
    const before = counts.advances
    yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => counts.advances > before })
    yield* Effect.sleep(yield* Random.nextBetween(0, within))
    const isInProgress = () => progress.values().some((now) => orderOf(now) === 1)
    yield* Effect.repeat(Effect.sleep("5 millis"), { until: isInProgress })
  })

  /** Whether it was seen to be over. */
  const isOver = (uuid: string) => {
    const now = progress.get(uuid)
    return now !== undefined && orderOf(now) === 2
  }

  return { progress, counts, poll, someWork, isOver }
}

/** Looks until nothing is wrong any more. Fails with what is wrong if that takes too long. */
export const untilRight = Effect.fnUntraced(function* (look: Effect.Effect<ReadonlyArray<string>>) {
  let problems: ReadonlyArray<string> = []
  const lookOnce = Effect.delay(
    Effect.map(look, (found) => (problems = found)),
    "20 millis"
  )
  yield* Effect.repeat(lookOnce, { while: () => problems.length > 0 }).pipe(
    Effect.timeoutOrElse({
      duration: "80 seconds",
      orElse: () => Effect.sync(() => assert.fail(problems.slice(0, 20).join("\n")))
    })
  )
})
