import {
  ActorUuid,
  type Broadcast,
  type BroadcastRef,
  BroadcastStatus,
  BroadcastStore,
  BroadcastUuid,
  type MessageParameters,
  type NewRecipient,
  neverSent,
  nextId,
  RecipientUuid
} from "@rollcall/core"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Discrepancy, holds } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"

const parameters: MessageParameters = { header: null, body: ["Ada", "noon"], buttons: [], cards: null }

/** A broadcast that is due at once, in a workspace of its own unless one is given. Not yet stored. */
export const newBroadcast = Effect.fnUntraced(function* (fields: Partial<Broadcast> = {}) {
  const store = yield* BroadcastStore
  const now = yield* store.now
  const broadcast: Broadcast = {
    uuid: BroadcastUuid.make(yield* nextId),
    workspaceUuid: fields.workspaceUuid ?? (yield* newWorkspace),
    createdBy: ActorUuid.make(yield* nextId),
    channelType: "chatapp",
    name: "Reminder",
    templateName: "appointment_reminder",
    locale: "en",
    from: "4930123456",
    version: 1,
    status: "scheduled",
    statusReason: null,
    scheduledAt: now,
    validUntil: null,
    createdAt: now,
    ...fields
  }
  return broadcast
})

/** Whom the recipient of a number is sent to. */
export const identifierOf = (n: number): string => `${49_170_000_000 + n}`

/** So many accepted recipients, then so many refused ones. */
export const newRecipients = Effect.fnUntraced(function* (accepted: number, refused = 0) {
  const recipients: Array<NewRecipient> = []
  for (let n = 0; n < accepted + refused; n++) {
    recipients.push({
      uuid: RecipientUuid.make(yield* nextId),
      identifier: identifierOf(n),
      clientReference: `reference ${n}`,
      outcome: n < accepted ? { _tag: "Accepted", parameters } : { _tag: "Rejected", error: "no good" }
    })
  }
  return recipients
})

export const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: uuid
})

/** A stored broadcast and its recipients, still `scheduled`. */
export const stored = Effect.fnUntraced(function* (
  fields: Partial<Broadcast> = {},
  { accepted = 3, refused = 0 }: { readonly accepted?: number; readonly refused?: number } = {}
) {
  const store = yield* BroadcastStore
  const broadcast = yield* newBroadcast(fields)
  const recipients = yield* newRecipients(accepted, refused)
  yield* store.insert(broadcast, recipients)
  return { broadcast, ref: refOf(broadcast), recipients }
})

/** Takes everything that is due, of whatever broadcast: nothing of it is due again for an hour. */
export const takeAllDue = Effect.gen(function* () {
  const store = yield* BroadcastStore
  return yield* store.takeDue({ limit: 100_000, lookAgainAfter: Duration.hours(1) })
})

/** Whether a broadcast is due. If it is, it is taken, and not due again for an hour. */
export const isDue = (ref: BroadcastRef) =>
  Effect.map(takeAllDue, (due) => due.some(({ broadcast }) => broadcast === ref.broadcast))

/** Lets so much time pass that nothing that others have stored is due, or expires, within the next minutes. */
export const calm = Effect.gen(function* () {
  const store = yield* BroadcastStore
  yield* TestClock.adjust("2 days")
  yield* store.expireOverdue({ limit: 100_000, pendingError: neverSent("expired") })
  yield* takeAllDue
})

/** A broadcast that has begun: `sending`. */
export const sending = Effect.fnUntraced(function* (...options: Parameters<typeof stored>) {
  const made = yield* stored(...options)
  const due = yield* takeAllDue
  yield* holds(
    "A broadcast that is due is taken",
    due.some(({ broadcast }) => broadcast === made.broadcast.uuid),
    due
  )
  return made
})

/** Every state that a broadcast can stand in. */
export const states: ReadonlyArray<BroadcastStatus> = BroadcastStatus.literals

/** A broadcast that stands in a state. One that completed had nobody to send to. */
export const standing = Effect.fnUntraced(function* (
  status: BroadcastStatus,
  accepted: number = status === "completed" ? 0 : 3
) {
  const store = yield* BroadcastStore
  if (status === "scheduled") return yield* stored({}, { accepted })
  const made = yield* sending({}, { accepted })
  if (status === "completed") yield* store.completeIfDone(made.ref)
  else if (status !== "sending") yield* move(made.ref, status)
  return made
})

/** Where a broadcast stands, if it is there. */
export const statusOf = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  return Option.map(yield* store.find(ref.workspace, ref.broadcast), ({ status }) => status)
})

/** Everyone's account, in the order of acceptance. */
export const accounts = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  const page = yield* store.recipients(ref.workspace, ref.broadcast, null, { limit: 1_000, offset: 0 })
  return page.items
})

/** Who stands where, in the order of acceptance. */
export const statusesOf = (ref: BroadcastRef) => Effect.map(accounts(ref), (items) => items.map(({ status }) => status))

/** Moves a broadcast, as services do, and gives it as it then is and whether it moved. */
export const move = Effect.fnUntraced(function* (ref: BroadcastRef, to: BroadcastStatus, reason: string | null = null) {
  const store = yield* BroadcastStore
  const result = yield* store.move(ref, to, { reason, pendingError: neverSent(to) })
  if (Option.isNone(result)) return yield* new Discrepancy({ message: `A move to ${to} finds no broadcast` })
  return result.value
})
