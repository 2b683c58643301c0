import { Effect } from "effect"
import { later, reminder } from "../load/Requests.ts"
import { ownTime } from "../ProcessorTime.ts"
import { compare, timed } from "../Rounds.ts"
import type { Scenario } from "../Scenario.ts"
import { acceptOf } from "./Accept.ts"
import { broadcastsOf } from "./Channel.ts"
import { dispatchOf } from "./Dispatch.ts"
import { workspace } from "./Population.ts"
import { agree, openStore, type Store } from "./Store.ts"

/** Recipients per page, and pages per round. */
const [limit, pages] = [50, 200]

/** Measures the first page of recipients. Positions are dense, so the rival reads the total from the last position. */
const recipientsOf = Effect.fnUntraced(function* (store: Store, recipients: number, rounds: number, most: number) {
  const { broadcasts, caller, deliveries } = yield* broadcastsOf(store)
  const { uuid } = yield* broadcasts.create(caller, { ...reminder(recipients), scheduledFor: later })
  const library = deliveries.recipients(caller, uuid, {}, { limit, offset: 0 })
  const one = "workspace_uuid = $1 AND broadcast_uuid = $2"
  const find = store.connection.prepare(`
    SELECT uuid, broadcast_uuid, position, identifier, client_reference, status, reason, error, delivered_at, updated_at,
      (SELECT max(position) FROM broadcast_recipients WHERE ${one}) AS total
    FROM broadcast_recipients WHERE ${one} AND position > $3 ORDER BY position LIMIT $4`)
  const byHand = find([workspace, uuid, 0, limit])
  const { items, total } = yield* library
  const rows = yield* byHand
  yield* agree(
    "recipients",
    [total, ...items.map(({ uuid }) => uuid)],
    [rows[0]?.["total"], ...rows.map(({ uuid }) => uuid)]
  )
  const inTurns = (page: Effect.Effect<unknown, Error>) => ({
    run: timed(Effect.replicateEffect(page, pages, { discard: true }), pages),
    spent: ownTime
  })
  const [ours, theirs] = [inTurns(library), inTurns(byHand)]
  // Both sides run once before the measurement, so that their code is compiled.
  yield* Effect.all([ours.run, theirs.run])
  const database = store.database.processorTime
  return yield* compare({ library: ours, rival: theirs, database, rounds, wanted: { time: most } })
}, Effect.scoped)

/** Compares broadcasts to 50,000 recipients with handwritten SQL. */
export const broadcasts: Scenario = {
  name: "broadcasts",
  about: "broadcasts of 50,000 recipients: accept, first page of recipients, dispatch, dispatch that updates contacts",
  postgres: Effect.fnUntraced(function* (database, { rounds, share }) {
    const store = yield* openStore(database, Math.ceil(100_000 * share))
    const recipients = Math.ceil(50_000 * share)
    return [
      { name: `accept ${recipients}`, figures: [yield* acceptOf(store, recipients, rounds, 1.3)] },
      { name: "recipients, first page", figures: [yield* recipientsOf(store, recipients, rounds, 1.3)] },
      { name: "dispatch", figures: [yield* dispatchOf(store, recipients, rounds, 0.8, null)] },
      {
        name: "dispatch with contacts",
        figures: [yield* dispatchOf(store, recipients, rounds, 0.7, (index) => `reminder ${index}`)]
      }
    ]
  })
}
