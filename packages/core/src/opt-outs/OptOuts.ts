import { Array as Arr, Context, DateTime, Effect, Layer } from "effect"
import { withSpans } from "../shared/Spans.ts"
import { type ContactNotFound, findContact } from "../contacts/FindContact.ts"
import { type ContactEngagement, ContactStore } from "../contacts/ContactStore.ts"
import { addressesOf, addressOf, isAddress, type NumberForms, PhoneNumbers } from "../contacts/Identifiers.ts"
import { EventStore } from "../events/EventStore.ts"
import { nameEvent } from "../events/RollcallEvent.ts"
import { type ContactOptOut, type OptOut, optOutLock, type OptOutSource } from "./OptOut.ts"
import {
  type ContactOfKeys,
  type Keys,
  keysOf as keysOfContact,
  otherAddressesOf as otherAddresses
} from "./ContactKeys.ts"
import { keysKeepingOut, withMark } from "./OptOutKeys.ts"
import { OptOutStore } from "./OptOutStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput, issue } from "../shared/Issue.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { Transaction } from "../shared/Transaction.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"

/** What a channel says of an address. No door has the name: signatures below map it, so that declarations write its members. */
export interface ReportedOptOut {
  readonly workspace: WorkspaceUuid
  readonly address: string
  /** When the person said so, by the channel's clock; now without it. */
  readonly at?: DateTime.Utc
}

/**
 * Keeps broadcasts from reaching those who asked for no more messages. An opt-out belongs to an address of a workspace,
 * and not to a contact: it holds for every contact that has the address in `chatapp_id` or `phone_number`, for a number
 * without a contact, and after the contact is erased (C8). That of a number without its country holds for every number
 * that is written so in its own country (C10).
 */
export class OptOuts extends Context.Service<
  OptOuts,
  {
    /** Returns whether an address of the contact is opted out. */
    readonly get: (
      workspace: WorkspaceUuid,
      contact: ContactUuid
    ) => Effect.Effect<ContactOptOut, ContactNotFound | StorageError>

    /** Returns the opt-outs of the addresses that a contact has and had, oldest first, those of one instant once. */
    readonly of: (
      workspace: WorkspaceUuid,
      contact: ContactUuid
    ) => Effect.Effect<ReadonlyArray<OptOut>, ContactNotFound | StorageError>

    /**
     * Opts the addresses that a contact has and had out, as a user of the workspace. Fails if no recipient could be meant
     * by any of them (C10). When this returns, no message to them starts, and recipients that were pending are rejected.
     * Changes nothing for an address that is opted out already.
     */
    readonly optOut: (
      workspace: WorkspaceUuid,
      contact: ContactUuid
    ) => Effect.Effect<ContactOptOut, ContactNotFound | InvalidInput | StorageError>

    /** Takes the opt-outs of the addresses that a contact has and had back, for later broadcasts. Changes nothing if there is none. */
    readonly optIn: (
      workspace: WorkspaceUuid,
      contact: ContactUuid
    ) => Effect.Effect<ContactOptOut, ContactNotFound | StorageError>

    /**
     * Opts addresses out, for channels: each with the other addresses of the contacts that have it, which are those of
     * the same person. What no broadcast could name as an address is ignored. May be repeated.
     */
    readonly record: (
      optedOut: ReadonlyArray<{ readonly [Key in keyof ReportedOptOut]: ReportedOptOut[Key] }>,
      source: Exclude<OptOutSource, "request" | "merge">
    ) => Effect.Effect<void, StorageError>

    /**
     * Takes opt-outs back, for channels whose provider says that the person wants messages again: those of the addresses
     * that `record` would opt out, as far as they are not later than `at`. If one of them was made by a user of the
     * workspace, none is taken back (C10). May be repeated.
     */
    readonly resume: (
      wanted: ReadonlyArray<{ readonly [Key in keyof ReportedOptOut]-?: ReportedOptOut[Key] }>
    ) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/opt-outs/OptOuts") {
  static readonly layer = Layer.effect(
    OptOuts,
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const optOuts = yield* OptOutStore
      const events = yield* EventStore
      const recipients = yield* AddressedRecipients
      const transaction = yield* Transaction
      const numbers = yield* PhoneNumbers
      const ports = yield* Effect.context<ContactStore | AddressedRecipients>()

      const found = (workspace: WorkspaceUuid, uuid: ContactUuid) => findContact(contacts, workspace, uuid)

      /** The opt-outs of keys, oldest first, those of one instant once. */
      const knownAmong = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) {
        const asked = keysKeepingOut(numbers, keys)
        const known = asked.length === 0 ? [] : Array.from((yield* optOuts.find(workspace, asked)).values())
        return Arr.dedupeAdjacentWith(known.toSorted(byInstant), (one, other) => byInstant(one, other) === 0)
      })

      const stateOf = Effect.fnUntraced(function* (
        { uuid: contactUuid, workspaceUuid: workspace }: Pick<ContactEngagement, "uuid" | "workspaceUuid">,
        keys: ReadonlyArray<string>
      ) {
        const state: ContactOptOut = { contactUuid, optOut: (yield* knownAmong(workspace, keys))[0] ?? null }
        return state
      })

      /** Locks the contacts that have one of the addresses, and appends an event for each of them. */
      const announce = Effect.fnUntraced(function* (
        type: "contact.opted_out" | "contact.opted_in",
        workspace: WorkspaceUuid,
        addresses: ReadonlyArray<string>
      ) {
        if (addresses.length === 0) return
        const holders = yield* contacts.lockAddressed(addresses.map((address) => ({ workspace, address })))
        yield* events.append(
          holders.map(({ uuid }) => nameEvent({ type, workspaceUuid: workspace, contactUuid: uuid }))
        )
      })

      /** The addresses of those whose opt-out has changed: `others` are those that are no address of a broadcast. */
      const changedOf = (keys: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
        const addresses = keys.filter(isAddress)
        return addresses.length === keys.length ? addresses : [...addresses, ...others]
      }

      /** Opts keys out and rejects what is pending, in one transaction. */
      const add = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        { keys, others }: Keys,
        source: OptOutSource,
        at?: DateTime.Utc
      ) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const wanted = new Set(keys)
        const since = at === undefined ? undefined : DateTime.min(at, yield* recipients.now)
        const added = (yield* optOuts.add(workspace, withMark(keys), source, since)).filter((key) => wanted.has(key))
        yield* recipients.rejectOptedOut(workspace, added)
        yield* announce("contact.opted_out", workspace, changedOf(added, others))
      }, transaction.run)

      /** Takes opt-outs back, in one transaction. */
      const remove = Effect.fnUntraced(function* (workspace: WorkspaceUuid, { keys, others }: Keys) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const removed = yield* optOuts.remove(workspace, keys)
        yield* announce("contact.opted_in", workspace, changedOf(removed, others))
      }, transaction.run)

      /** Takes back what a person may take back at the provider, in one transaction. */
      const takeBack = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        { keys, others }: Keys,
        at: DateTime.Utc
      ) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const known = Array.from(yield* optOuts.find(workspace, keys))
        if (known.some(([, { source }]) => source === "request")) return
        const earlier = known.flatMap(([key, optOut]) => (DateTime.isGreaterThan(optOut.at, at) ? [] : [key]))
        const removed = yield* optOuts.remove(workspace, earlier)
        yield* announce("contact.opted_in", workspace, changedOf(removed, others))
      }, transaction.run)

      const keysOf = (contact: ContactOfKeys) => Effect.provideContext(keysOfContact(contact), ports)

      const otherAddressesOf = (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) =>
        Effect.provideContext(otherAddresses(workspace, keys), ports)

      /** The keys of the opt-outs of those who have one of these addresses. */
      const keysOfAddresses = Effect.fnUntraced(function* (workspace: WorkspaceUuid, given: ReadonlyArray<string>) {
        const addresses = [...new Set([...given, ...(yield* otherAddressesOf(workspace, given))])]
        // A transaction of its own: contacts are locked after recipients, as everywhere.
        const holders = yield* transaction.run(
          contacts.lockAddressed(addresses.map((address) => ({ workspace, address })))
        )
        const held = yield* Effect.forEach(holdersAmong(numbers, holders, workspace, addresses), keysOf)
        const all: Keys = {
          keys: Array.from(new Set([...addresses, ...held.flatMap(({ keys }) => keys)])),
          others: held.flatMap(({ others }) => others)
        }
        return all
      })

      return OptOuts.of(
        withSpans("OptOuts", {
          get: Effect.fnUntraced(function* (workspace, uuid) {
            const contact = yield* found(workspace, uuid)
            return yield* stateOf(contact, (yield* keysOf(contact)).keys)
          }),
          of: Effect.fnUntraced(function* (workspace, uuid) {
            return yield* knownAmong(workspace, (yield* keysOf(yield* found(workspace, uuid))).keys)
          }),
          optOut: Effect.fnUntraced(function* (workspace, uuid) {
            const contact = yield* found(workspace, uuid)
            const keys = yield* keysOf(contact)
            if (keys.keys.length === 0) return yield* noAddress(contact)
            yield* add(workspace, keys, "request")
            return yield* stateOf(contact, keys.keys)
          }),
          optIn: Effect.fnUntraced(function* (workspace, uuid) {
            const contact = yield* found(workspace, uuid)
            const keys = yield* keysOf(contact)
            if (keys.keys.length > 0) yield* remove(workspace, keys)
            return yield* stateOf(contact, keys.keys)
          }),
          record: Effect.fnUntraced(function* (optedOut, source) {
            for (const { addresses, at, workspace } of groupsOf(numbers, optedOut)) {
              yield* add(workspace, yield* keysOfAddresses(workspace, addresses), source, at)
            }
          }),
          resume: Effect.fnUntraced(function* (wanted) {
            for (const { addresses, at, workspace } of groupsOf(numbers, wanted)) {
              if (at !== undefined) yield* takeBack(workspace, yield* keysOfAddresses(workspace, addresses), at)
            }
          })
        })
      )
    })
  )
}

const byInstant = (a: OptOut, b: OptOut) => DateTime.Order(a.at, b.at)

/** Reports of one workspace and one instant, with the addresses that broadcasts could name. */
const groupsOf = (numbers: NumberForms, reports: ReadonlyArray<ReportedOptOut>) => {
  const usable = reports.flatMap(({ address: given, at, workspace }) => {
    const address = addressOf(numbers, given)
    return address !== null && isAddress(address) ? [{ workspace, address, at }] : []
  })
  return Array.from(Map.groupBy(usable, ({ workspace }) => workspace)).flatMap(([workspace, ofWorkspace]) =>
    Array.from(Map.groupBy(ofWorkspace, ({ at }) => at?.epochMilliseconds)).map(([millis, group]) => ({
      workspace,
      at: millis === undefined ? undefined : DateTime.makeUnsafe(millis),
      addresses: group.map(({ address }) => address)
    }))
  )
}

/** The contacts of the workspace that have one of the addresses. */
const holdersAmong = (
  numbers: NumberForms,
  holders: ReadonlyArray<ContactEngagement>,
  workspace: WorkspaceUuid,
  addresses: ReadonlyArray<string>
): ReadonlyArray<ContactEngagement> =>
  holders.filter(
    (holder) =>
      holder.workspaceUuid === workspace && addressesOf(numbers, holder).some((address) => addresses.includes(address))
  )

const noAddress = ({ chatappId, phoneNumber }: Pick<ContactEngagement, "chatappId" | "phoneNumber">) =>
  new InvalidInput({
    issues: [
      (chatappId ?? phoneNumber) === null
        ? issue("missing", ["phoneNumber"], "the contact has no phone_number and no chatapp_id, and so no address")
        : issue(
            "value_error",
            ["phoneNumber"],
            "no number can be read from the contact's phone_number and chatapp_id, and so no broadcast would be kept from it"
          )
    ]
  })
