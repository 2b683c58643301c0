import { Context, DateTime, Effect, Layer } from "effect"
import { withSpans } from "../shared/Spans.ts"
import type { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { ContactNotFound } from "../contacts/ContactErrors.ts"
import { type ContactEngagement, ContactStore } from "../contacts/ContactStore.ts"
import { addressesOf, isAddress } from "../contacts/Identifiers.ts"
import { EventStore } from "../events/EventStore.ts"
import { type ContactOptOut, type OptOut, optOutLock, type OptOutSource } from "../opt-outs/OptOut.ts"
import { OptOutStore } from "../opt-outs/OptOutStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput, issue } from "../shared/Issue.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { Transaction } from "../shared/Transaction.ts"
import { rejectOptedOut } from "./AddressedRecipients.ts"
import type { ContactEffect } from "./DeliveryEffects.ts"
import type { DeliveryStore } from "./DeliveryStore.ts"

/**
 * Keeps broadcasts from reaching those who asked for no more messages. An opt-out belongs to an address of a workspace,
 * and not to a contact: it holds for every contact that has the address in `chatapp_id` or `phone_number`, for a number
 * without a contact, and after the contact is erased (C8).
 */
export class OptOuts extends Context.Service<
  OptOuts,
  {
    /** Returns whether an address of the contact is opted out. */
    readonly get: (
      workspace: WorkspaceUuid,
      contact: ContactUuid
    ) => Effect.Effect<ContactOptOut, ContactNotFound | StorageError>

    /**
     * Opts the addresses of a contact out, as a user of the workspace. Fails if it has none. When this returns, no
     * message to them starts, and recipients that were pending are rejected. Changes nothing for an address that is
     * opted out already.
     */
    readonly optOut: (
      workspace: WorkspaceUuid,
      contact: ContactUuid
    ) => Effect.Effect<ContactOptOut, ContactNotFound | InvalidInput | StorageError>

    /** Takes the opt-outs of a contact's addresses back, for later broadcasts. Changes nothing if there is none. */
    readonly optIn: (
      workspace: WorkspaceUuid,
      contact: ContactUuid
    ) => Effect.Effect<ContactOptOut, ContactNotFound | StorageError>

    /**
     * Opts addresses out, for channels: each with the other addresses of the contacts that have it, which are those of
     * the same person. What no broadcast could name as an address is ignored. May be repeated.
     */
    readonly record: (
      optedOut: ReadonlyArray<Pick<ContactEffect, "address" | "workspace">>,
      source: Exclude<OptOutSource, "request">
    ) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/delivery/OptOuts") {
  static readonly layer = Layer.effect(
    OptOuts,
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const optOuts = yield* OptOutStore
      const events = yield* EventStore
      const transaction = yield* Transaction
      const ports = yield* Effect.context<BroadcastStore | DeliveryStore | EventStore | Transaction>()

      const found = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
        return yield* Effect.fromOption(yield* contacts.find(workspace, uuid), () => new ContactNotFound({ uuid }))
      })

      const stateOf = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        contactUuid: ContactUuid,
        addresses: ReadonlyArray<string>
      ) {
        const known = addresses.length === 0 ? [] : Array.from((yield* optOuts.find(workspace, addresses)).values())
        const state: ContactOptOut = { contactUuid, optOut: known.toSorted(byInstant)[0] ?? null }
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
        yield* events.append(holders.map(({ uuid }) => ({ type, workspaceUuid: workspace, contactUuid: uuid })))
      })

      /** Opts addresses out and rejects what is pending, in one transaction. */
      const add = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        addresses: ReadonlyArray<string>,
        source: OptOutSource
      ) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const added = yield* optOuts.add(workspace, addresses, source)
        yield* Effect.provideContext(rejectOptedOut(workspace, added), ports)
        yield* announce("contact.opted_out", workspace, added)
      }, transaction.run)

      /** Takes opt-outs back, in one transaction. */
      const remove = Effect.fnUntraced(function* (workspace: WorkspaceUuid, addresses: ReadonlyArray<string>) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        yield* announce("contact.opted_in", workspace, yield* optOuts.remove(workspace, addresses))
      }, transaction.run)

      return OptOuts.of(
        withSpans("OptOuts", {
          get: Effect.fnUntraced(function* (workspace, uuid) {
            return yield* stateOf(workspace, uuid, addressesOf(yield* found(workspace, uuid)))
          }),
          optOut: Effect.fnUntraced(function* (workspace, uuid) {
            const addresses = addressesOf(yield* found(workspace, uuid))
            if (addresses.length === 0) return yield* noAddress
            yield* add(workspace, addresses, "request")
            return yield* stateOf(workspace, uuid, addresses)
          }),
          optIn: Effect.fnUntraced(function* (workspace, uuid) {
            const addresses = addressesOf(yield* found(workspace, uuid))
            if (addresses.length > 0) yield* remove(workspace, addresses)
            return yield* stateOf(workspace, uuid, addresses)
          }),
          record: Effect.fnUntraced(function* (optedOut, source) {
            const usable = optedOut.filter(({ address }) => isAddress(address))
            if (usable.length === 0) return
            // A transaction of its own: contacts are locked after recipients, as everywhere.
            const holders = yield* transaction.run(contacts.lockAddressed(usable))
            for (const [workspace, given] of Map.groupBy(usable, ({ workspace }) => workspace)) {
              const addresses = given.map(({ address }) => address)
              yield* add(workspace, withOthers(addresses, holders, workspace), source)
            }
          })
        })
      )
    })
  )
}

const byInstant = (a: OptOut, b: OptOut) => DateTime.Order(a.at, b.at)

/** Addresses with the other addresses of the contacts of the workspace that have one of them, each once. */
const withOthers = (
  addresses: ReadonlyArray<string>,
  holders: ReadonlyArray<ContactEngagement>,
  workspace: WorkspaceUuid
): ReadonlyArray<string> => {
  const others = holders
    .filter(({ workspaceUuid }) => workspaceUuid === workspace)
    .map(addressesOf)
    .filter((held) => held.some((address) => addresses.includes(address)))
  return Array.from(new Set([...addresses, ...others.flat()]))
}

const noAddress = new InvalidInput({
  issues: [issue("missing", ["phoneNumber"], "the contact has no phone_number and no chatapp_id, and so no address")]
})
