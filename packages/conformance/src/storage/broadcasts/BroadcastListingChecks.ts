import { Struct } from "effect"
import type { Broadcast } from "@rollcall/core"
import { BroadcastStatus } from "@rollcall/core/sending"
import { BroadcastStore } from "@rollcall/core/storage"
import fc from "fast-check"
import { agree, type Check, check } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { instantAt, newBroadcast, refOf, stage, stored } from "../fixtures/BroadcastFixture.ts"

const plans = fc.record({
  broadcasts: fc.array(
    fc.record({
      /** Which of two workspaces the broadcast is in. */
      isMine: fc.constantFrom(true, true, true, false),
      /** Few timestamps, so that some broadcasts differ only in their uuids. */
      second: fc.nat({ max: 3 }),
      status: fc.constantFrom(...BroadcastStatus.literals, "staged" as const)
    }),
    { maxLength: 12 }
  ),
  pages: fc.array(
    fc.record({
      status: fc.option(fc.constantFrom(...BroadcastStatus.literals), { freq: 2 }),
      limit: fc.integer({ min: 1, max: 8 }),
      offset: fc.constantFrom(0, 0, 1, 3, 1_000_000)
    }),
    { minLength: 1, maxLength: 6 }
  )
})

const newestFirst = (a: Broadcast, b: Broadcast): number =>
  b.createdAt.epochMilliseconds - a.createdAt.epochMilliseconds || (a.uuid < b.uuid ? 1 : -1)

export const broadcastListingChecks: ReadonlyArray<Check> = [
  check("A1, B9, B21: published broadcasts are listed newest first, by status, with their exact total", function* () {
    const store = yield* BroadcastStore
    yield* forAll(plans, Math.ceil((yield* generatedCases) / 6), function* ({ broadcasts, pages }) {
      const [mine, theirs] = [yield* newWorkspace, yield* newWorkspace]
      const published: Array<Broadcast> = []
      for (const { isMine, second, status } of broadcasts) {
        const fields = { workspaceUuid: isMine ? mine : theirs, createdAt: instantAt(second) }
        if (status === "staged") {
          yield* stage(yield* newBroadcast(fields), [])
          continue
        }
        const { broadcast } = yield* stored(fields, { accepted: 0 })
        yield* store.update(refOf(broadcast), { status, nextCheckAfter: null })
        if (isMine) published.push({ ...broadcast, status })
      }
      for (const { limit, offset, status } of pages) {
        const wanted = published.filter((broadcast) => status === null || broadcast.status === status)
        const items = wanted
          .toSorted(newestFirst)
          .slice(offset, offset + limit)
          .map((one) => Struct.omit(one, ["audience"]))
        const page = yield* store.list(mine, status, { limit, offset })
        yield* agree("The page", page, { items, total: wanted.length })
      }
    })
  })
]
