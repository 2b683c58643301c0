import { Effect, Equal } from "effect"
import type { Broadcasts, BroadcastUuid, Page, Recipient, WorkspaceUuid } from "@rollcall/core"
import * as Arr from "effect/Array"
import { type Case, type CaseError, Disagreement, type Size } from "../cases/Case.ts"
import type { Bare } from "../stores/Arena.ts"
import { broadcastsOf } from "./Dispatching.ts"
import { type Found, pageByHand, statusesByHand } from "./ListingRival.ts"
import { later, reminder } from "./Requests.ts"

interface Place {
  readonly workspace: WorkspaceUuid
  readonly broadcast: BroadcastUuid
}

interface Listing {
  readonly name: string
  readonly library: (
    broadcasts: Broadcasts["Service"],
    place: Place,
    size: Size
  ) => Effect.Effect<Page<Recipient>, CaseError>
  readonly rival: (bare: Bare, place: Place, size: Size) => Effect.Effect<Found, CaseError>
}

const listingCase = ({ library, name, rival }: Listing): Case => ({
  name,
  target: undefined,
  atOnce: 1,
  block: 1,
  sides: Effect.fnUntraced(function* (arena, size) {
    const { broadcasts, caller, workspace } = yield* broadcastsOf(arena)
    const request = { ...reminder(size.recipients, (index) => `${name} ${index}`), scheduledFor: later }
    const { uuid } = yield* broadcasts.create(caller, request)
    const place = { workspace, broadcast: uuid }
    const ask = library(broadcasts, place, size)
    const bare = arena.rival?.bare
    const byHand = bare && rival(bare, place, size)
    const { items, total } = yield* ask
    if (byHand) {
      const answers = [
        { total, uuids: items.map(({ uuid }) => String(uuid)) },
        yield* Effect.map(byHand, ({ rows, total }) => ({ total, uuids: rows.map(({ uuid }) => String(uuid)) }))
      ]
      if (!Equal.equals(answers[0], answers[1])) {
        return yield* new Disagreement({ case: name, library: answers[0], rival: answers[1] })
      }
    }
    return { library: () => ask, rival: byHand && (() => byHand), total, plan: undefined }
  })
})

const page = 50

const pageCase = (which: string, offsetOf: (size: Size) => number): Case =>
  listingCase({
    name: `broadcast: list recipients, ${which} page`,
    library: (broadcasts, { broadcast, workspace }, size) =>
      broadcasts.recipients(workspace, broadcast, null, { limit: page, offset: offsetOf(size) }),
    rival: (bare, place, size) => pageByHand(bare, place, { limit: page, offset: offsetOf(size) })
  })

const statuses = "broadcast: statuses of 1,000 references"

const references = ({ recipients }: Size): ReadonlyArray<string> => {
  const count = Math.min(1_000, recipients)
  return Arr.makeBy(count, (n) => `${statuses} ${Math.floor((n * recipients) / count)}`)
}

/** A broadcast of 50,000 recipients, read by its pages, and a thousand of its recipients by their references. */
export const listings: ReadonlyArray<Case> = [
  pageCase("first", () => 0),
  pageCase("last", ({ recipients }) => recipients - page),
  listingCase({
    name: statuses,
    library: (broadcasts, { workspace }, size) =>
      broadcasts.statuses(
        workspace,
        { broadcast: null, clientReferences: references(size), updatedAfter: null },
        { limit: 1_000, offset: 0 }
      ),
    rival: (bare, { workspace }, size) => statusesByHand(bare, workspace, references(size))
  })
]
