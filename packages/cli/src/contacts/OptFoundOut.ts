import { Effect } from "effect"
import { NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { count } from "../screen/Text.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { inTarget } from "../targets/InTarget.ts"
import { untilOver } from "../targets/JobProgress.ts"
import { call, read } from "../targets/Target.ts"
import { type Sought, unorderedSearchOf } from "./search/SearchInput.ts"

/** What is done to the contacts that a search finds. */
type Change = { readonly action: "opt_out"; readonly scope: "all" | "marketing" } | { readonly action: "opt_in" }

const outcomes = { opt_out: "opted out", opt_in: "opted in" } as const

/**
 * Opts out the contacts that a search finds, or takes their opt-outs back, and waits until all are: workers of the
 * server do it, or of this process on a database.
 */
export const optFound = Effect.fn("OptFoundOut.run")(function* (
  sought: Sought,
  change: Change,
  json: boolean,
  flags: AddressFlags
) {
  const job = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const search = yield* unorderedSearchOf(sought)
      const accepted = yield* call((client) => client.optOuts.startJob({ payload: { ...change, search } }))
      const params = { job_uuid: accepted.uuid }
      return yield* untilOver(
        accepted,
        read((client) => client.optOuts.job({ params }))
      )
    }),
    { jobs: true }
  )
  const { changed, processed, reason, refused, total, unchanged, uuid } = job
  yield* print(json, { uuid, changed, unchanged, refused, processed, total, reason }, () => {
    const what = `${changed === 1 ? "1 contact" : `${count(changed)} contacts`} ${outcomes[change.action]}`
    const without = refused === 0 ? "" : `; ${count(refused)} without a number`
    return `${what}; ${count(unchanged)} were so before${without}.`
  })
  if (reason !== null)
    return yield* new NotDone({ message: `not all contacts were ${outcomes[change.action]}: ${reason}` })
})
