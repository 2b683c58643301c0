import { ActorUuid, type Broadcast, ContactUuid, RecipientUuid } from "@rollcall/core"
import type { ContactEngagement, KeptOptOut } from "@rollcall/core/people"
import {
  BroadcastStore,
  ContactStore,
  type Delivery,
  DeliveryStore,
  EventStore,
  OptOutStore,
  Transaction,
  type UnmatchedReceipt
} from "@rollcall/core/storage"
import { Effect, Layer, Option } from "effect"
import { address, digest, now, ref } from "./Rows.ts"

/** The nth of several deliveries. */
export const numbered = (
  row: Delivery.Delivery,
  n: number,
  changes: Partial<Delivery.Delivery> = {}
): Delivery.Delivery => ({
  ...row,
  uuid: RecipientUuid.make(`0198a5c0-0000-7000-8001-00000000000${n}`),
  clientReference: `Order ${n}`,
  ...changes
})

const broadcast: Broadcast = {
  uuid: ref.broadcast,
  workspaceUuid: ref.workspace,
  createdBy: ActorUuid.make("0198a5c0-0000-7000-8000-000000000009"),
  channelType: "chatapp",
  name: "Spring",
  templateName: "order_update",
  locale: "en",
  from: "4915112345678",
  category: "marketing",
  version: 1,
  status: "cancelled",
  statusReason: null,
  scheduledAt: now,
  validUntil: null,
  createdAt: now,
  audience: null,
  retryOf: null,
  heldOptOuts: null,
  isComplete: true,
  recipientsRemovedAt: null
}

const contact: ContactEngagement = {
  uuid: ContactUuid.make("0198a5c0-0000-7000-8000-000000000008"),
  workspaceUuid: ref.workspace,
  chatappId: address,
  phoneNumber: null,
  clientReference: null,
  lastEngagedAt: null
}

const names = {
  [`broadcast ${ref.broadcast}`]: "broadcast",
  [`opt-outs ${ref.workspace}`]: "opt-outs",
  "unmatched receipts": "receipts"
}

/**
 * Runs a unit of work over a cancelled broadcast with these deliveries. Returns what the ports are asked for, in order.
 */
export const stepsOf = <A, E>(
  work: Effect.Effect<A, E, BroadcastStore | ContactStore | DeliveryStore | EventStore | OptOutStore | Transaction>,
  rows: ReadonlyArray<Delivery.Delivery>,
  /** What the bulk statement records, and the unmatched receipts. */
  stored: {
    readonly recorded?: typeof rows
    readonly unmatched?: ReadonlyArray<UnmatchedReceipt>
    readonly optedOut?: ReadonlyMap<string, ReadonlyArray<KeptOptOut>>
    readonly status?: Broadcast["status"]
    /** The locks that another transaction has. */
    readonly taken?: ReadonlyArray<string>
  } = {}
) =>
  Effect.gen(function* () {
    const steps: Array<string> = []
    const step = <Value>(name: string, value: Value) => Effect.sync(() => (steps.push(name), value))
    const shown = (deliveries: ReadonlyArray<Delivery.Delivery>) =>
      deliveries.map(({ clientReference, status }) => ` ${clientReference ?? "erased"} ${status}`).join()
    const ports = Layer.mergeAll(
      Layer.mock(EventStore, {}),
      Layer.mock(OptOutStore, {
        isEmpty: () => Effect.succeed(false),
        ofHolders: () => Effect.succeed([]),
        find: (_workspace, addresses) => step(`find opt-outs of ${addresses.join(", ")}`, stored.optedOut ?? new Map())
      }),
      Layer.mock(Transaction, {
        run: (effect) => Effect.andThen(step("begin", null), effect),
        lock: (locked, mode) => step(`${mode}: ${locked.map((name) => names[name] ?? name).join(", ")}`, undefined),
        tryLock: (locked, mode) => {
          const isFree = !locked.some((name) => stored.taken?.includes(names[name] ?? name))
          return step(`try ${mode}: ${locked.map((name) => names[name] ?? name).join(", ")}`, isFree)
        }
      }),
      Layer.mock(BroadcastStore, {
        now: Effect.succeed(now),
        channelTypes: (refs) =>
          step(
            "find the channels",
            refs.map((ref) => ({ ref, channelType: broadcast.channelType }))
          ),
        find: () => step("find the broadcast", Option.some({ ...broadcast, status: stored.status ?? broadcast.status }))
      }),
      Layer.mock(DeliveryStore, {
        recordAccepted: (_ref, { length }) => step(`record ${length} accepted`, stored.recorded ?? []),
        unsentTo: () =>
          step(
            "find the unsent ones",
            rows.map(({ uuid }) => ({ ref, uuid }))
          ),
        lock: (selector) => step(`lock by ${Object.keys(selector).join(", ")}`, rows),
        save: (deliveries) => step(`save${shown(deliveries)}`, undefined),
        messageDigest: Effect.succeed(digest),
        unmatched: () => step("find unmatched receipts", stored.unmatched ?? []),
        removeUnmatched: () => step("remove unmatched receipts", undefined),
        keepUnmatched: ({ length }) => step(`keep ${length} receipts`, undefined)
      }),
      Layer.mock(ContactStore, {
        relatedAddressesOf: () => step("find related addresses", []),
        lockAddressed: ({ length }) => step(`lock contacts of ${length} effects`, [contact]),
        saveEngagements: (contacts) => step(`save a contact as ${contacts[0]?.clientReference}`, undefined)
      })
    )
    yield* Effect.provide(work, ports)
    return steps
  })
