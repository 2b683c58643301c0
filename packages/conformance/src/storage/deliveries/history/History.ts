import { systemCaller, type Contact, type ContactUuid, WorkspaceUuid } from "@rollcall/core"
import {
  applyReceipts,
  type ExpiredLease,
  recordOutcomes,
  refKey,
  resolveUnknown,
  transition
} from "@rollcall/core/sending"
import {
  addressesOf,
  ContactErasure,
  contactWrite,
  digitForms,
  newestFirst,
  withoutLimits
} from "@rollcall/core/people"
import {
  type BroadcastRef,
  BroadcastStore,
  ContactStore,
  type Delivery,
  DeliveryStore,
  Transaction
} from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Option, Result } from "effect"
import type * as Arr from "effect/Array"
import {
  claimAlone,
  deliveriesOf,
  identifierOf,
  newBroadcast,
  newRecipients,
  publish,
  recipientsOf,
  refOf,
  stage
} from "../../fixtures/BroadcastFixture.ts"
import { newContact } from "../../fixtures/ContactFixture.ts"
import { ensureWorkspace } from "../../shared/Fixture.ts"
import { outcomeOf, receiptOf, resolutionOf } from "../../fixtures/DeliveryArbitrary.ts"
import type { HistoryCommand } from "./HistoryCommand.ts"

/**
 * A broadcast to four accepted recipients and a rejected recipient, and contacts with the recipients' addresses. One
 * contact has two of the addresses, another shares one of them, one is archived, one is the rejected recipient, and one
 * is not a recipient. Not yet stored.
 */
export const newHistory = Effect.gen(function* () {
  const broadcast = yield* newBroadcast()
  const { workspaceUuid } = broadcast
  const fields: ReadonlyArray<Partial<Contact>> = [
    { phoneNumber: identifierOf(1).replace("49", "(49) "), clientReference: "an older one" },
    { chatappId: identifierOf(2), archived: true },
    { chatappId: identifierOf(4) },
    { phoneNumber: `${identifierOf(0)}0` }
  ]
  const first = yield* newContact({ workspaceUuid, phoneNumber: `+${identifierOf(0)}`, chatappId: identifierOf(1) })
  const others = yield* Effect.forEach(fields, (fields) => newContact({ workspaceUuid, ...fields }))
  const contacts: Arr.NonEmptyReadonlyArray<Contact> = [first, ...others]
  const claims: Array<Delivery.SendAttempt> = []
  return { broadcast, ref: refOf(broadcast), recipients: yield* newRecipients(4, 1), contacts, claims }
})
export type History = Effect.Success<typeof newHistory>

/** Stores the history's broadcast and contacts, and starts the broadcast. */
export const beginHistory = Effect.fnUntraced(function* ({ broadcast, contacts, recipients, ref }: History) {
  const broadcasts = yield* BroadcastStore
  const contactStore = yield* ContactStore
  yield* ensureWorkspace(ref.workspace)
  yield* contactStore.save({
    created: contacts.map((contact) => contactWrite(digitForms, "contact.created", contact)),
    changed: []
  })
  yield* stage(broadcast, recipients)
  yield* publish(ref)
  yield* broadcasts.update(ref, { status: "sending", nextCheckAfter: Duration.hours(1) })
})

/** Reads all stored data of a history. */
export const observe = Effect.fnUntraced(function* ({ contacts, recipients, ref }: History) {
  const broadcasts = yield* BroadcastStore
  const deliveries = yield* DeliveryStore
  const contactStore = yield* ContactStore
  const everyone = { condition: { _tag: "All", conditions: [] }, sort: newestFirst } as const
  const { page, ...observation } = yield* Effect.all(
    {
      broadcast: Effect.map(broadcasts.find(ref.workspace, ref.broadcast), Option.getOrUndefined),
      rows: deliveriesOf(
        ref.workspace,
        recipients.map(({ uuid }) => uuid)
      ),
      recipients: recipientsOf(ref),
      counters: deliveries.counters(ref),
      outcomes: deliveries.outcomes(ref),
      page: contactStore.search(ref.workspace, everyone, { limit: 100, offset: 0 }, withoutLimits)
    },
    { concurrency: "unbounded" }
  )
  const found = new Map(page.items.map((contact) => [contact.uuid, contact]))
  const present = contacts.map(({ uuid }) => found.get(uuid))
  /** The current and former addresses of each contact. */
  const addresses = yield* Effect.forEach(contacts, ({ uuid }, index) =>
    Effect.map(contactStore.formerAddresses(ref.workspace, [uuid]), (former) => {
      const contact = present[index]
      return Array.from(
        new Set([
          ...former.map(({ address }) => address),
          ...(contact === undefined ? [] : addressesOf(digitForms, contact))
        ])
      ).toSorted()
    })
  )
  return { ...observation, contacts: present, addresses }
})
export type Observation = Effect.Success<ReturnType<typeof observe>>

/** Claims deliveries of the history. The caller adds them to its claims. */
export const claimIn = Effect.fnUntraced(function* (
  { ref }: History,
  options: Extract<HistoryCommand, { readonly _tag: "Claim" }>
) {
  return yield* claimAlone(ref, options)
})

/** The timestamp of a receipt for another account, which must not appear in any delivery. */
export const foreignInstant = DateTime.makeUnsafe("2099-01-01T00:00:00.123Z")
export const foreignError = "written by another"

const stranger = WorkspaceUuid.make("0198a5c0-0000-7000-8000-00000000000f")

/** Returns the workspaces of a receipt by origin, and whether the receipt must have no effect. */
const origins = ({ workspace }: BroadcastRef) =>
  ({
    own: { workspaces: [workspace], isForeign: false },
    shared: { workspaces: [stranger, workspace], isForeign: false },
    host: { workspaces: "all", isForeign: false },
    stranger: { workspaces: [stranger], isForeign: true },
    elsewhere: { workspaces: "all", isForeign: true },
    nowhere: { workspaces: [], isForeign: true }
  }) as const

/** Returns the contact of a command. The contact may be erased already. */
const contactNamed = ({ contacts: [first, ...others] }: History, index: number): ContactUuid =>
  others[(index % (others.length + 1)) - 1]?.uuid ?? first.uuid

/** Runs a command other than a claim on the store in the context, and returns the result. */
export const perform = Effect.fnUntraced(function* (history: History, command: HistoryCommand) {
  const { claims, recipients, ref } = history
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const claimNamed = (back: number) =>
    claims.length === 0 ? [] : claims.slice(-1 - (back % claims.length)).slice(0, 1)
  const recipientNamed = (index: number) => recipients.slice(index % recipients.length).slice(0, 1)
  switch (command._tag) {
    case "Begin": {
      const attempts = new Map(command.claims.flatMap(claimNamed).map((one) => [one.uuid, one]))
      const begun = store.beginSends(ref, Array.from(attempts.values()), command.lease)
      return (yield* transaction.run(begun)).toSorted()
    }
    case "Record": {
      const outcomes = command.endings.flatMap(({ claim, what }) =>
        claimNamed(claim).map((one) => outcomeOf(one, what))
      )
      const recorded: unknown = yield* recordOutcomes(ref, outcomes)
      return recorded
    }
    case "Receive": {
      const applied: unknown = yield* Effect.forEach(
        Map.groupBy(command.receipts, ({ from }) => (from === "elsewhere" ? "sms" : "chatapp")),
        ([channelType, receipts]) =>
          applyReceipts(
            channelType,
            receipts.flatMap(({ from, receipt, recipient }) =>
              recipientNamed(recipient).map(({ uuid }) => {
                const { isForeign, workspaces } = origins(ref)[from]
                const given = receiptOf(workspaces, { workspaceUuid: ref.workspace, uuid }, receipt)
                return isForeign ? { ...given, at: foreignInstant, error: foreignError } : given
              })
            )
          )
      )
      return applied
    }
    case "Expire": {
      const { askAgainAfter } = command
      const expired = yield* store.expireLeases({ limit: 100_000, askAgainAfter })
      const own: ReadonlyArray<ExpiredLease> = expired.filter((lease) => refKey(lease.ref) === refKey(ref))
      return own.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
    }
    case "Resolve":
      return yield* Effect.repeat(
        resolveUnknown(
          command.resolutions.flatMap(({ claim, what }) =>
            claimNamed(claim).map((one) => ({ ...one, ref, resolution: resolutionOf(one.uuid, what) }))
          )
        ),
        { until: Option.isSome }
      )
    case "Transition": {
      const isDone = Effect.map(store.counters(ref), ({ unfinished }) => unfinished === 0)
      return yield* transition(ref, command.name, command.name === "complete" ? { guard: isDone } : {})
    }
    case "Erase": {
      const erase = ContactErasure.use(({ erase }) =>
        erase(systemCaller(ref.workspace), contactNamed(history, command.contact))
      )
      const result = yield* Effect.result(Effect.provide(erase, ContactErasure.layer))
      return Result.isSuccess(result) ? "erased" : result.failure._tag
    }
    case "Move": {
      const store = yield* ContactStore
      const uuid = contactNamed(history, command.contact)
      const move = Effect.flatMap(store.lock(ref.workspace, [uuid]), (found) => {
        const changed = found.map((contact) => ({ ...contact, phoneNumber: identifierOf(command.to) }))
        return store.save({
          created: [],
          changed: changed.map((contact) => contactWrite(digitForms, "contact.updated", contact))
        })
      })
      return yield* transaction.run(move)
    }
    case "Claim":
    case "Wait":
      return
  }
})
