import {
  ActorUuid,
  type Broadcast,
  BroadcastUuid,
  RecipientUuid,
  type StorageError,
  type WorkspaceUuid
} from "@rollcall/core"
import type { MessageParameters } from "@rollcall/core/channel"
import type { RecipientProblem } from "@rollcall/core/broadcasts"
import { addressOf, digitForms } from "@rollcall/core/contacts"
import { nextId } from "@rollcall/core/shared"
import {
  broadcastLock,
  type ClaimOptions,
  type BroadcastRef,
  BroadcastStore,
  type Delivery,
  DeliveryStore,
  type IdempotencyRecord,
  type StoredRecipient,
  Transaction
} from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Option } from "effect"
import { newWorkspace } from "../shared/Fixture.ts"

const parameters: MessageParameters = { header: null, body: ["Ada", "noon"], buttons: [], cards: null }

/** A broadcast that starts at once, in a new workspace unless one is given. Not yet stored. */
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
    category: "marketing",
    version: 1,
    status: "scheduled",
    statusReason: null,
    scheduledAt: now,
    validUntil: null,
    createdAt: now,
    audience: null,
    retryOf: null,
    heldOptOuts: null,
    isComplete: true,
    recipientsRemovedAt: null,
    ...fields
  }
  return broadcast
})

/** The identifier of the recipient number `n`, counted from 0. */
export const identifierOf = (n: number): string => `${49_170_000_000 + n}`

/** What is wrong with a refused recipient. */
export const noGood: RecipientProblem = { reason: "invalid_identifier", error: "no good" }

/** Accepted recipients, then refused ones; `first` is the position of the first. */
export const newRecipients = Effect.fnUntraced(function* (accepted: number, refused: number = 0, first: number = 1) {
  const recipients: Array<StoredRecipient> = []
  for (let n = 0; n < accepted + refused; n++) {
    recipients.push({
      uuid: RecipientUuid.make(yield* nextId),
      position: first + n,
      identifier: identifierOf(n),
      address: addressOf(digitForms, identifierOf(n)),
      clientReference: `reference ${n}`,
      outcome: n < accepted ? { _tag: "Accepted", parameters } : { _tag: "Rejected", problems: [noGood] }
    })
  }
  return recipients
})

export const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: uuid
})

/** How long after its last recipient a staged broadcast is due, in these checks. */
export const abandonedAfter = Duration.minutes(1)

/** Stages recipients of a broadcast. */
export const stage = Effect.fnUntraced(function* (broadcast: Broadcast, recipients: ReadonlyArray<StoredRecipient>) {
  const store = yield* BroadcastStore
  yield* store.stage(broadcast, recipients, abandonedAfter)
})

/** Publishes a staged broadcast in a transaction of its own. */
export const publish = Effect.fnUntraced(function* (
  ref: BroadcastRef,
  idempotency: { readonly key: string; readonly record: IdempotencyRecord } | null = null
) {
  const store = yield* BroadcastStore
  const transaction = yield* Transaction
  return yield* transaction.run(store.publish(ref, idempotency))
})

/** Discards all of a broadcast. */
export const discard = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  yield* Effect.repeat(store.discard(ref), { until: (isGone) => isGone })
})

interface Counts {
  readonly accepted?: number
  readonly refused?: number
}

/** A published broadcast with its recipients, still `scheduled`. */
export const stored = Effect.fnUntraced(function* (
  fields: Partial<Broadcast> = {},
  { accepted = 3, refused = 0 }: Counts = {}
) {
  const broadcast = yield* newBroadcast(fields)
  const recipients = yield* newRecipients(accepted, refused)
  yield* stage(broadcast, recipients)
  yield* publish(refOf(broadcast))
  return { broadcast, ref: refOf(broadcast), recipients }
})

/** A broadcast that is `sending`. */
export const sending = Effect.fnUntraced(function* (...options: Parameters<typeof stored>) {
  const store = yield* BroadcastStore
  const made = yield* stored(...options)
  yield* store.update(made.ref, { status: "sending", nextCheckAfter: Duration.hours(1) })
  return { ...made, broadcast: { ...made.broadcast, status: "sending" as const } }
})

/** Claims deliveries in a transaction of its own, and waits for others, as the first step of a worker does. */
export const claimAlone = Effect.fnUntraced(function* (ref: BroadcastRef, options: Omit<ClaimOptions, "waits">) {
  const store = yield* DeliveryStore
  const { lock, run } = yield* Transaction
  return yield* run(Effect.andThen(lock([broadcastLock(ref)], "shared"), store.claim(ref, { ...options, waits: true })))
})

/** Claims deliveries of a broadcast for a minute, and returns them. */
export const claim = Effect.fnUntraced(function* (ref: BroadcastRef, limit: number = 1_000) {
  const claimed = yield* claimAlone(ref, { begin: 0, limit, lease: Duration.minutes(1) })
  return claimed._tag === "Claimed" ? claimed.deliveries : []
})

/** Claims deliveries of a broadcast, marks them as being sent for a minute, and returns them. */
export const begin = Effect.fnUntraced(function* (ref: BroadcastRef, limit?: number) {
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const claimed = yield* claim(ref, limit)
  const marked = new Set(yield* transaction.run(store.beginSends(ref, claimed, Duration.minutes(1))))
  return claimed.filter(({ uuid }) => marked.has(uuid))
})

/** The recipients of a broadcast in the order of acceptance, as readers see them. */
export const recipientsOf = Effect.fnUntraced(function* ({ broadcast, workspace }: BroadcastRef) {
  const store = yield* DeliveryStore
  const filter = { broadcast, clientReferences: null, updatedAfter: null }
  return (yield* store.recipients(workspace, filter, { limit: 1_000, offset: 0 })).items
})

/** The statuses of the recipients of a broadcast, in the order of acceptance. */
export const statusesOf = (ref: BroadcastRef) =>
  Effect.map(recipientsOf(ref), (recipients) => recipients.map(({ status }) => status))

const page = { limit: 100, offset: 0 }

/** Returns how many recipients of a broadcast each listing has. The workspace has no other broadcast. */
export const listed = Effect.fnUntraced(function* ({ broadcast, workspace }: BroadcastRef) {
  const store = yield* DeliveryStore
  const nothing = { broadcast: null, clientReferences: null, updatedAfter: null }
  const pages = yield* Effect.all([
    store.recipients(workspace, { ...nothing, broadcast }, page),
    store.recipients(workspace, { ...nothing, broadcast, updatedAfter: DateTime.makeUnsafe(-1) }, page),
    store.recipients(workspace, { ...nothing, clientReferences: ["reference 0", "reference 1"] }, page),
    store.recipients(workspace, { ...nothing, updatedAfter: DateTime.makeUnsafe(-1) }, page)
  ])
  return pages.map(({ items, total }) => [items.length, total])
})

/** What `listed` returns if every listing has so many. */
export const counts = (count: number) => Array.from({ length: 4 }, () => [count, count])

/** Everything that is stored of deliveries of a workspace, in the order of their uuids. */
export const deliveriesOf = (
  workspaceUuid: WorkspaceUuid,
  uuids: ReadonlyArray<RecipientUuid>
): Effect.Effect<ReadonlyArray<Delivery.Delivery>, StorageError, DeliveryStore | Transaction> =>
  Effect.gen(function* () {
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    return yield* transaction.run(store.lock({ deliveries: uuids.map((uuid) => ({ workspaceUuid, uuid })) }))
  })

/** The status of a broadcast that is visible. */
export const statusOf = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  return Option.map(yield* store.find(ref.workspace, ref.broadcast), ({ status }) => status)
})

/** An instant on a day long before the clock of a check. */
export const instantAt = (seconds: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2020, 0, 1) + seconds * 1_000)
