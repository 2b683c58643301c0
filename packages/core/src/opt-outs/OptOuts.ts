import { Array as Arr, Context, DateTime, Effect, Layer } from "effect"
import { withSpans } from "../shared/Spans.ts"
import { noInputs, workspaceService } from "../shared/WorkspaceService.ts"
import { findContact } from "../contacts/FindContact.ts"
import { type ContactEngagement, ContactStore } from "../contacts/ContactStore.ts"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import { EventStore } from "../events/EventStore.ts"
import { nameEvent } from "../events/RollcallEvent.ts"
import type { HistoryEntry } from "../history/HistoryEntry.ts"
import { HistoryStore } from "../history/HistoryStore.ts"
import { type ContactOptOut, type OptOut, optOutLock } from "./OptOut.ts"
import {
  type ContactOfKeys,
  type Keys,
  keysOf as keysOfContact,
  otherAddressesOf as otherAddresses
} from "./ContactKeys.ts"
import { keysKeepingOut, optedOutAmong, withMark } from "./OptOutKeys.ts"
import { OptOutStore } from "./OptOutStore.ts"
import { type ActorUuid, type Caller, type ContactUuid, nextId, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput, issue } from "../shared/Issue.ts"
import { Transaction } from "../shared/Transaction.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { groupsOf, holdersAmong } from "./ReportedOptOuts.ts"
import type { OptOutMethods } from "./OptOutMethods.ts"

/**
 * Keeps broadcasts from reaching those who asked for no more messages. An opt-out belongs to an address of a workspace,
 * and not to a contact: it holds for every contact that has the address in `chatapp_id` or `phone_number`, for a number
 * without a contact, and after the contact is erased (C8). That of a number without its country holds for every number
 * that is written so in its own country (C10).
 *
 * @example
 * const optOuts = yield* OptOuts
 * const { optOut } = yield* optOuts.optOut(caller, contact)
 * return optOut?.source
 */
export class OptOuts extends Context.Service<OptOuts, OptOutMethods>()("@rollcall/core/opt-outs/OptOuts") {
  static readonly layer = Layer.effect(
    OptOuts,
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const optOuts = yield* OptOutStore
      const events = yield* EventStore
      const history = yield* HistoryStore
      const recipients = yield* AddressedRecipients
      const transaction = yield* Transaction
      const numbers = yield* PhoneNumbers
      const ports = yield* Effect.context<ContactStore | AddressedRecipients | OptOutStore>()

      const found = (workspace: WorkspaceUuid, uuid: ContactUuid) => findContact(contacts, workspace, uuid)

      /** The opt-outs of keys, oldest first, those of one instant once. */
      const knownAmong = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) {
        const asked = keysKeepingOut(numbers, keys)
        const known = asked.length === 0 ? [] : Array.from((yield* optOuts.find(workspace, asked)).values())
        return byInstants(known)
      })

      const stateOf = Effect.fnUntraced(function* (
        { uuid: contactUuid, workspaceUuid: workspace }: Pick<ContactEngagement, "uuid" | "workspaceUuid">,
        keys: ReadonlyArray<string>
      ) {
        const state: ContactOptOut = { contactUuid, optOut: (yield* knownAmong(workspace, keys))[0] ?? null }
        return state
      })

      /**
       * Locks the contacts that have one of the addresses, with a contact that is meant, which may have none of them any
       * more. Appends an event for each that has one, and returns all that are there.
       */
      const announce = Effect.fnUntraced(function* (
        type: "contact.opted_out" | "contact.opted_in",
        workspace: WorkspaceUuid,
        addresses: ReadonlyArray<string>,
        meant: ContactUuid | null = null
      ) {
        const known = meant === null ? [] : yield* contacts.holders(workspace, addresses)
        const locked =
          meant === null
            ? []
            : yield* contacts.lock(workspace, Arr.dedupe([meant, ...known.map(({ contact }) => contact)]))
        const holders =
          addresses.length === 0
            ? []
            : yield* contacts.lockAddressed(addresses.map((address) => ({ workspace, address })))
        yield* events.append(
          holders.map(({ uuid }) => nameEvent({ type, workspaceUuid: workspace, contactUuid: uuid }))
        )
        return Arr.dedupe([...locked, ...holders].map(({ uuid }) => uuid))
      })

      /** Takes opt-outs back, which are of one person, and keeps that they were and are no more. In a transaction. */
      const takeBackKnown = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        known: ReadonlyMap<string, OptOut>,
        { others }: Keys,
        by: ActorUuid | null,
        meant: ContactUuid | null
      ) {
        const removed = yield* optOuts.remove(workspace, Array.from(known.keys()))
        if (removed.length === 0) return
        const at = yield* recipients.now
        const uuids = yield* announce("contact.opted_in", workspace, changedOf(removed, others), meant)
        const over = byInstants(removed.flatMap((key) => known.get(key) ?? []))
        const entries = yield* Effect.forEach(uuids, (contactUuid) =>
          Effect.map(nextId, (uuid): ReadonlyArray<HistoryEntry> => {
            const of = { workspaceUuid: workspace, contactUuid }
            return [
              ...over.map(
                ({ at, by, source }) =>
                  ({ ...of, at, uuid: contactUuid, by, kind: "opted_out", details: { source } }) as const
              ),
              { ...of, at, uuid, by, kind: "opted_in", details: {} }
            ]
          })
        )
        yield* history.append(entries.flat())
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
        source: Pick<OptOut, "source" | "by">,
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
      const remove = Effect.fnUntraced(function* ({ actor, workspace }: Caller, keys: Keys, meant: ContactUuid) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        yield* takeBackKnown(workspace, yield* optOuts.find(workspace, keys.keys), keys, actor, meant)
      }, transaction.run)

      /** Takes back what a person may take back at the provider, in one transaction. */
      const takeBack = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: Keys, at: DateTime.Utc) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const known = Array.from(yield* optOuts.find(workspace, keys.keys))
        if (known.some(([, { source }]) => source === "request")) return
        const earlier = known.filter(([, optOut]) => DateTime.isLessThanOrEqualTo(optOut.at, at))
        yield* takeBackKnown(workspace, new Map(earlier), keys, null, null)
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

      type ByWorkspace = Pick<OptOuts["Service"], "get" | "of" | "optOut" | "optIn">
      return OptOuts.of({
        ...workspaceService<ByWorkspace>("OptOuts", noInputs, {
          get: Effect.fnUntraced(function* (workspace, uuid) {
            const contact = yield* found(workspace, uuid)
            return yield* stateOf(contact, (yield* keysOf(contact)).keys)
          }),
          of: Effect.fnUntraced(function* (workspace, uuid) {
            return yield* knownAmong(workspace, (yield* keysOf(yield* found(workspace, uuid))).keys)
          }),
          optOut: Effect.fnUntraced(function* ({ actor, workspace }, uuid) {
            const contact = yield* found(workspace, uuid)
            const keys = yield* keysOf(contact)
            if (keys.keys.length === 0) return yield* noAddress(contact)
            yield* add(workspace, keys, { source: "request", by: actor })
            return yield* stateOf(contact, keys.keys)
          }),
          optIn: Effect.fnUntraced(function* (caller, uuid) {
            const contact = yield* found(caller.workspace, uuid)
            const keys = yield* keysOf(contact)
            if (keys.keys.length > 0) yield* remove(caller, keys, contact.uuid)
            return yield* stateOf(contact, keys.keys)
          })
        }),
        ...withSpans<Omit<OptOuts["Service"], keyof ByWorkspace>>("OptOuts", {
          record: Effect.fnUntraced(function* (optedOut, source) {
            for (const { addresses, at, workspace } of groupsOf(numbers, optedOut)) {
              yield* add(workspace, yield* keysOfAddresses(workspace, addresses), { source, by: null }, at)
            }
          }),
          carry: Effect.fnUntraced(function* (workspace, people) {
            const optedOut = yield* Effect.provideContext(
              optedOutAmong(
                workspace,
                people.flatMap(({ from, to }) => [...from, ...to])
              ),
              ports
            )
            for (const { from, to } of people) {
              const isWanting = from.some((address) => optedOut.has(address)) && to.some((one) => !optedOut.has(one))
              if (!isWanting) continue
              const [first] = yield* knownAmong(workspace, (yield* keysOfAddresses(workspace, from)).keys)
              if (first !== undefined) yield* add(workspace, yield* keysOfAddresses(workspace, to), first, first.at)
            }
          }),
          resume: Effect.fnUntraced(function* (wanted) {
            for (const { addresses, at, workspace } of groupsOf(numbers, wanted)) {
              if (at !== undefined) yield* takeBack(workspace, yield* keysOfAddresses(workspace, addresses), at)
            }
          })
        })
      })
    })
  )
}

/** Opt-outs, oldest first, those of one instant once: the addresses of one person are opted out together. */
const byInstants = (optOuts: ReadonlyArray<OptOut>): ReadonlyArray<OptOut> =>
  Arr.dedupeAdjacentWith(optOuts.toSorted(byInstant), (one, other) => byInstant(one, other) === 0)

const byInstant = (a: OptOut, b: OptOut) => DateTime.Order(a.at, b.at)

const noAddress = ({ chatappId, phoneNumber }: Pick<ContactEngagement, "chatappId" | "phoneNumber">) =>
  new InvalidInput({
    issues: [
      (chatappId ?? phoneNumber) === null
        ? issue("missing", ["phoneNumber"], "the contact has no phone_number and no chatapp_id, and so no address")
        : issue(
            "value_error",
            ["phoneNumber"],
            "no number or user id can be read from the contact's phone_number and chatapp_id, and so no broadcast would be kept from it"
          )
    ]
  })
