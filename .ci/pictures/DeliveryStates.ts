import { RecipientUuid, BroadcastUuid, WorkspaceUuid } from "@rollcall/core"
import { type BroadcastStatus, notSentProblem } from "@rollcall/core/broadcasts"
import type { DeliveryReceipt } from "@rollcall/core/channel"
import { Delivery, RecipientStatus } from "@rollcall/core/storage"
import { DateTime, Duration } from "effect"
import { graphOf, type Picture, quoted } from "./Picture.ts"

type Row = Delivery.Delivery
type Status = Row["status"]

const statuses = RecipientStatus.literals

const uuid = "0198a5c0-0000-7000-8000-000000000001"
const begin = DateTime.makeUnsafe(0)
const now = DateTime.makeUnsafe(10_000)
const later = DateTime.makeUnsafe(20_000)

const accepted = Delivery.newDelivery(
  { workspace: WorkspaceUuid.make(uuid), broadcast: BroadcastUuid.make(uuid) },
  {
    uuid: RecipientUuid.make(uuid),
    position: 1,
    identifier: "493012345678",
    address: "493012345678",
    clientReference: null,
    outcome: { _tag: "Accepted", parameters: { header: null, body: [], buttons: [], cards: null } }
  },
  begin
)

/** A delivery in a state, after its first claim. */
const rowIn = (status: Status): Row => ({
  ...accepted,
  status,
  attempt: 1,
  leaseUntil: status === "claimed" || status === "sending" ? later : null
})

const receipt = (status: DeliveryReceipt["status"]) => (row: Row) =>
  Delivery.applyReceipt(row, { messageId, status, error: null, reason: null, at: now }, now)

interface Step {
  readonly label: string
  /** The states in which it happens. What comes late, for a send that was given up, changes others too. */
  readonly from: ReadonlyArray<Status>
  readonly change: (row: Row) => Row
}

const attempt = { uuid: accepted.uuid, attempt: 1 }
const problem = { reason: "undeliverable", error: "" } as const
const messageId = "m-1"
const outcomeOf = (row: Row, outcome: Delivery.SendOutcome, broadcast: BroadcastStatus = "sending") =>
  Delivery.applyOutcome(row, outcome, broadcast, now)
const resolved = (row: Row, resolution: Delivery.Resolution) => Delivery.resolve(row, 1, resolution, "sending", now)

/** The functions of `Delivery.ts`, each with what has happened when it is called. */
const steps: ReadonlyArray<Step> = [
  { label: "claimed by a worker", from: statuses, change: (row) => Delivery.claim(row, later, now) },
  { label: "the send begins", from: statuses, change: (row) => Delivery.beginSend(row, 1, later, now) },
  {
    label: "accepted",
    from: ["sending"],
    change: (row) => outcomeOf(row, { ...attempt, _tag: "Accepted", messageId })
  },
  {
    label: "refused",
    from: statuses,
    change: (row) => outcomeOf(row, { ...attempt, _tag: "Undeliverable", ...problem })
  },
  {
    label: "the answer is lost",
    from: statuses,
    change: (row) => outcomeOf(row, { ...attempt, _tag: "Unknown", askAfter: null })
  },
  {
    label: "not accepted",
    from: statuses,
    change: (row) => outcomeOf(row, { ...attempt, _tag: "Retry", delay: Duration.seconds(5), counts: true })
  },
  {
    label: "not accepted, and over",
    from: statuses,
    change: (row) => outcomeOf(row, { ...attempt, _tag: "Retry", delay: null, counts: false }, "cancelled")
  },
  {
    label: "the lease is over",
    from: ["claimed", "sending"],
    change: (row) => Delivery.expireLease({ ...row, leaseUntil: begin }, later, now)
  },
  { label: "it has the message", from: statuses, change: (row) => resolved(row, { _tag: "Accepted", messageId }) },
  { label: "it never had it", from: statuses, change: (row) => resolved(row, { _tag: "NotAccepted" }) },
  { label: "given up", from: statuses, change: (row) => resolved(row, { _tag: "GiveUp" }) },
  {
    label: "cancelled, erased",
    from: statuses,
    change: (row) => Delivery.reject(row, notSentProblem("cancelled"), now)
  }
]

const receipts = ["sent", "undeliverable", "delivered", "read"] as const

/** Where a receipt has something to move: the other states are those of a message that was not sent. */
const receiptsFrom: ReadonlyArray<Status> = ["unknown", "sent", "undeliverable", "delivered"]

const edge = (from: string, to: string, labels: ReadonlyArray<string>, kind: string) =>
  `${quoted(from)} -> ${quoted(to)} [label=${quoted(labels.join("\n"))}, class="${kind}"${kind === "receipt" ? ", style=dashed" : ""}]`

/** What each function makes of each state, where that is another one. */
const moves = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const from of statuses) {
    for (const { change, from: begins, label } of steps) {
      const to = change(rowIn(from)).status
      if (to === from || !begins.includes(from)) continue
      const key = `${from} ${to}`
      found.set(key, [...(found.get(key) ?? []), label])
    }
  }
  return found
}

/**
 * The states of a delivery, drawn by the functions that decide them: each is called for each state. A dashed arrow is a
 * receipt, of which only those are drawn that lead to the next better state.
 */
export const deliveryStates = (): Picture => ({
  name: "delivery-states",
  graph: graphOf("rankdir=TB, nodesep=0.5", [
    ...statuses.map((status) => `${quoted(status)} [class="${classOf(status)}"]`),
    ...[...moves()].map(([key, labels]) => {
      const [from = "", to = ""] = key.split(" ")
      return edge(from, to, labels, "move")
    }),
    ...receiptsFrom.flatMap((from) =>
      receipts
        .filter((status) => receipt(status)(rowIn(from)).status !== from)
        .slice(0, from === "sent" ? 2 : 1)
        .map((to) => edge(from, to, ["receipt"], "receipt"))
    )
  ])
})

const classOf = (status: Status): string => {
  if (status === "pending") return "start"
  if (status === "rejected" || status === "undeliverable") return "bad"
  return status === "sent" || status === "delivered" || status === "read" ? "good" : "node"
}
