import { systemCaller } from "@rollcall/core"
import type { BroadcastUuid, Deliveries, Page, Recipient, WorkspaceUuid } from "@rollcall/core"
import { Effect } from "effect"
import * as Arr from "effect/Array"
import { agree, type Case, timedCase } from "../Case.ts"
import type { Connection, Parameter } from "../stores/Connection.ts"
import { broadcastsOf } from "./Dispatching.ts"
import { later, reminder } from "./Requests.ts"

interface Listing {
  readonly library: Effect.Effect<Page<Recipient>, Error>
  /** Hand-written SQL for the rows, with `total` among their columns. */
  readonly sql: (connection: Connection) => string
  readonly parameters: ReadonlyArray<Parameter>
}

type ListingOf = (service: Deliveries["Service"], workspace: WorkspaceUuid, uuid: BroadcastUuid, n: number) => Listing

const listingCase = (name: string, listingOf: ListingOf) =>
  timedCase({
    name,
    limits: [{ of: "median", is: "<=", value: 1.5 }],
    sides: Effect.fnUntraced(function* (fixture, { recipients }) {
      const { broadcasts, caller, deliveries } = yield* broadcastsOf(fixture)
      const request = { ...reminder(recipients, (index) => `${name} ${index}`), scheduledFor: later }
      const { uuid: broadcast } = yield* broadcasts.create(caller, request)
      const { library, parameters, sql } = listingOf(deliveries, caller.workspace, broadcast, recipients)
      const { items, total } = yield* library
      const connection = fixture.rival?.connection
      const byHand = connection?.prepare(sql(connection))(parameters)
      if (byHand) {
        const rows = yield* byHand
        const uuids = rows.map(({ uuid }) => uuid)
        yield* agree(name, [total, ...items.map(({ uuid }) => uuid)], [Number(rows[0]?.["total"] ?? 0), ...uuids])
      }
      return { library: () => library, rival: byHand && (() => byHand), finds: total }
    })
  })

const columns =
  "uuid, broadcast_uuid, position, identifier, client_reference, status, reason, error, delivered_at, updated_at"

const one = "workspace_uuid = $1 AND broadcast_uuid = $2"

const limit = 50

/** Positions are dense: the page is a range of them, and the last one is how many there are. */
const pageCase = (which: string, offsetOf: (recipients: number) => number) =>
  listingCase(`broadcast: list recipients, ${which} page`, (deliveries, workspace, broadcast, recipients) => ({
    library: deliveries.recipients(systemCaller(workspace), broadcast, {}, { limit, offset: offsetOf(recipients) }),
    sql: () => `
      SELECT ${columns}, (SELECT max(position) FROM broadcast_recipients WHERE ${one}) AS total
      FROM broadcast_recipients WHERE ${one} AND position > $3 ORDER BY position LIMIT $4`,
    parameters: [workspace, broadcast, offsetOf(recipients), limit]
  }))

const statuses = "broadcast: statuses of 1,000 references"

/** A broadcast of 50,000 recipients, read by its pages, and a thousand of its recipients by their references. */
export const listings: ReadonlyArray<Case> = [
  pageCase("first", () => 0),
  pageCase("last", (recipients) => recipients - limit),
  listingCase(statuses, (deliveries, workspace, _, recipients) => {
    const count = Math.min(1_000, recipients)
    const clientReferences = Arr.makeBy(count, (n) => `${statuses} ${Math.floor((n * recipients) / count)}`)
    const filter = { broadcast: null, clientReferences, updatedAfter: null }
    return {
      library: deliveries.list(systemCaller(workspace), filter, { limit: 1_000, offset: 0 }),
      sql: ({ isIn }) => `
        SELECT ${columns}, count(*) OVER () AS total FROM broadcast_recipients
        WHERE workspace_uuid = $1 AND client_reference ${isIn("$2")} ORDER BY uuid LIMIT 1000`,
      parameters: [workspace, clientReferences]
    }
  })
]
