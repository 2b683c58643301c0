import { Array as Arr, Context, DateTime, Effect, Layer, Order } from "effect"
import { withSpans } from "../shared/Spans.ts"
import { workspaceService } from "../shared/WorkspaceService.ts"
import { findContact } from "../contacts/FindContact.ts"
import { type ContactEngagement, ContactStore } from "../contacts/ContactStore.ts"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import { EventStore } from "../events/EventStore.ts"
import { nameEvent } from "../events/RollcallEvent.ts"
import type { HistoryEntry } from "../history/HistoryEntry.ts"
import { HistoryStore } from "../history/HistoryStore.ts"
import {
  type ContactOptOut,
  firstOfEachScope,
  joinedByScope,
  type KeptOptOut,
  type OptOut,
  OptOutFilter,
  optOutLock,
  OptOutScope,
  scopeOf
} from "./OptOut.ts"
import {
  allKeys,
  type ContactOfKeys,
  entriesOf,
  type Keys,
  keysOf as keysOfContact,
  otherAddressesOf as otherAddresses
} from "./ContactKeys.ts"
import { addressesKeptOut, isPersonKey, keysKeepingOut, noAddressIssue, personKey, scopesAmong } from "./OptOutKeys.ts"
import { OptOutStore } from "./OptOutStore.ts"
import { type ActorUuid, type Caller, type ContactUuid, nextId, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput } from "../shared/Issue.ts"
import { makeWorkspaceCheck } from "../shared/ExistingWorkspaces.ts"
import { checkPage } from "../shared/Page.ts"
import { Transaction } from "../shared/Transaction.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { groupsOf, holdersAmong } from "./ReportedOptOuts.ts"
import type { OptOutMethods } from "./OptOutMethods.ts"

/** The arguments of the operations, without the workspace and uuids. */
const inputs = { list: [0, OptOutFilter] } as const

/**
 * Keeps broadcasts from reaching those who asked for no more messages, or for no more marketing. An opt-out belongs to a person
 * and to each address of the person, from the moment a contact gets it: it holds for every contact that has the address in
 * `chatapp_id` or `phone_number`, for a number without a contact, and after the contact is erased (C8). That of a number
 * without its country holds for every number that is written so in its own country (C10).
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

      const checkWorkspace = yield* makeWorkspaceCheck
      const found = (workspace: WorkspaceUuid, uuid: ContactUuid) => findContact(contacts, workspace, uuid)

      const keptOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: Keys) {
        const found = yield* optOuts.find(workspace, keysKeepingOut(numbers, allKeys(keys)))
        return Array.from(found.values()).flat()
      })

      /** The opt-outs of keys, oldest first, those of one scope and instant once. */
      const knownAmong = (workspace: WorkspaceUuid, keys: Keys) => Effect.map(keptOf(workspace, keys), byInstants)

      const stateOf = Effect.fnUntraced(function* (
        { uuid: contactUuid, workspaceUuid: workspace }: Pick<ContactEngagement, "uuid" | "workspaceUuid">,
        keys: Keys
      ) {
        const [optOut = null] = firstOfEachScope(yield* knownAmong(workspace, keys))
        const state: ContactOptOut = { contactUuid, optOut }
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

      /**
       * The opt-outs of other people who have one of the addresses that is no longer opted out, as far as they came of the
       * same report.
       */
      const sharedWith = Effect.fnUntraced(function* (workspace: WorkspaceUuid, known: ReadonlyArray<Known>) {
        const addresses = known.flatMap(({ key }) => addressesKeptOut(numbers, key)).filter(isAddress)
        const holders = addresses.length === 0 ? [] : yield* contacts.holders(workspace, addresses)
        const people = Arr.dedupe(holders.map(({ contact }) => personKey(contact)))
        const found = people.length === 0 ? [] : listed(yield* optOuts.find(workspace, people))
        return found.filter((one) =>
          known.some((other) => isOfSameReport(one, other) && DateTime.isLessThanOrEqualTo(one.lastAt, other.lastAt))
        )
      })

      /** Takes opt-outs back, which are of one person, and keeps that they were and are no more. In a transaction. */
      const takeBackKnown = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        known: ReadonlyArray<Known>,
        { others }: Keys,
        by: ActorUuid | null,
        meant: ContactUuid | null
      ) {
        const all = [...known, ...(yield* sharedWith(workspace, known))]
        const removed = yield* optOuts.remove(workspace, all)
        if (removed.length === 0) return
        const at = yield* recipients.now
        const uuids = yield* announce("contact.opted_in", workspace, changedOf(removed, others), meant)
        const over = byInstants(known)
        const entries = yield* Effect.forEach(uuids, (contactUuid) =>
          Effect.map(nextId, (uuid): ReadonlyArray<HistoryEntry> => {
            const of = { workspaceUuid: workspace, contactUuid }
            return [
              ...over.map(
                ({ at, by, scope, source }) =>
                  ({ ...of, at, uuid: contactUuid, by, kind: "opted_out", details: { scope, source } }) as const
              ),
              { ...of, at, uuid, by, kind: "opted_in", details: {} }
            ]
          })
        )
        yield* history.append(entries.flat())
      })

      /** The addresses of those whose opt-out has changed: `others` are those that are no address of a broadcast. */
      const changedOf = (keys: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
        const ofAddresses = keys.filter((key) => !isPersonKey(key))
        const addresses = ofAddresses.filter(isAddress)
        return addresses.length === ofAddresses.length ? addresses : [...addresses, ...others]
      }

      /** Opts keys out, and returns those of addresses that were not. */
      const write = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        keys: Keys,
        optOut: Pick<OptOut, "scope" | "source" | "by">,
        at?: DateTime.Utc,
        lastAt?: DateTime.Utc
      ) {
        const wanted = new Set(keys.keys)
        return (yield* optOuts.add(workspace, entriesOf(keys), optOut, at, lastAt)).filter((key) => wanted.has(key))
      })

      /** Opts keys out and rejects what is pending, in one transaction. */
      const add = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        keys: Keys,
        optOut: Pick<OptOut, "scope" | "source" | "by">,
        at?: DateTime.Utc,
        lastAt?: DateTime.Utc
      ) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const since = at === undefined ? undefined : DateTime.min(at, yield* recipients.now)
        const added = yield* write(workspace, keys, optOut, since, lastAt)
        yield* recipients.rejectOptedOut(workspace, added, optOut.scope)
        yield* announce("contact.opted_out", workspace, changedOf(added, keys.others))
      }, transaction.run)

      /** Takes opt-outs back, in one transaction. */
      const remove = Effect.fnUntraced(function* ({ actor, workspace }: Caller, keys: Keys, meant: ContactUuid) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        yield* takeBackKnown(workspace, listed(yield* optOuts.find(workspace, allKeys(keys))), keys, actor, meant)
      }, transaction.run)

      /** Takes back what a person may take back, in one transaction. */
      const takeBack = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        keys: Keys,
        at: DateTime.Utc,
        from: "message" | "channel"
      ) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const known = listed(yield* optOuts.find(workspace, allKeys(keys)))
        if (known.some(({ source }) => source === "request")) return
        // A merge carries what the channel said over to other addresses.
        const isTheirs = ({ scope, source }: OptOut) =>
          from === "message" || source === "channel" || (source === "merge" && scope === scopeOf("channel"))
        const earlier = known.filter((optOut) => isTheirs(optOut) && DateTime.isLessThanOrEqualTo(optOut.lastAt, at))
        yield* takeBackKnown(workspace, earlier, keys, null, null)
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
          direct: new Set(addresses),
          people: held.flatMap(({ people }) => people),
          others: held.flatMap(({ others }) => others)
        }
        return all
      })

      const carry: OptOutMethods["carry"] = Effect.fnUntraced(function* (workspace, people) {
        const scopes = yield* Effect.provideContext(
          scopesAmong(
            workspace,
            people.flatMap(({ from, to }) => [...from, ...to])
          ),
          ports
        )
        for (const { from, to } of people) {
          for (const scope of OptOutScope.literals) {
            const isOut = (address: string) => scopes.get(address)?.has(scope) === true
            if (!from.some(isOut) || to.every(isOut)) continue
            const known = joinedByScope(yield* keptOf(workspace, yield* keysOfAddresses(workspace, from)))
            const first = known.find((optOut) => optOut.scope === scope)
            if (first === undefined) continue
            yield* add(workspace, yield* keysOfAddresses(workspace, to), first, first.at, first.lastAt)
          }
        }
      })

      type ByWorkspace = Pick<OptOuts["Service"], "get" | "list" | "of" | "optOut" | "optIn">
      return OptOuts.of({
        ...workspaceService<ByWorkspace>("OptOuts", inputs, {
          list: (workspace, filter, page) =>
            Effect.andThen(
              Effect.andThen(checkWorkspace(workspace), checkPage(page)),
              optOuts.list(workspace, filter, page)
            ),
          get: Effect.fnUntraced(function* (workspace, uuid) {
            const contact = yield* found(workspace, uuid)
            return yield* stateOf(contact, yield* keysOf(contact))
          }),
          of: Effect.fnUntraced(function* (workspace, uuid) {
            return yield* knownAmong(workspace, yield* keysOf(yield* found(workspace, uuid)))
          }),
          optOut: Effect.fnUntraced(function* ({ actor, workspace }, uuid, scope = "all") {
            const contact = yield* found(workspace, uuid)
            const keys = yield* keysOf(contact)
            if (keys.keys.length === 0) return yield* new InvalidInput({ issues: [noAddressIssue(contact)] })
            yield* add(workspace, keys, { scope, source: "request", by: actor })
            return yield* stateOf(contact, keys)
          }),
          optIn: Effect.fnUntraced(function* (caller, uuid) {
            const contact = yield* found(caller.workspace, uuid)
            const keys = yield* keysOf(contact)
            yield* remove(caller, keys, contact.uuid)
            return yield* stateOf(contact, keys)
          })
        }),
        ...withSpans<Omit<OptOuts["Service"], keyof ByWorkspace>>("OptOuts", {
          record: Effect.fnUntraced(function* (optedOut, source) {
            const scope = scopeOf(source)
            const own = optedOut.filter(({ sameAs }) => sameAs === undefined)
            for (const { addresses, at, workspace } of groupsOf(numbers, own)) {
              yield* add(workspace, yield* keysOfAddresses(workspace, addresses), { scope, source, by: null }, at)
            }
            for (const { address, sameAs, workspace } of optedOut) {
              if (sameAs !== undefined) yield* carry(workspace, [{ from: [sameAs], to: [address] }])
            }
          }),
          carry,
          addImported: Effect.fnUntraced(function* ({ actor, workspace }, people) {
            const all: Array<{ readonly added: ReadonlyArray<string>; readonly scope: OptOutScope }> = []
            for (const { contact, scope } of people) {
              const added = yield* write(workspace, yield* keysOf(contact), { scope, source: "import", by: actor })
              if (added.length === 0) continue
              all.push({ added, scope })
              const of = { workspaceUuid: workspace, contactUuid: contact.uuid }
              yield* events.append([nameEvent({ type: "contact.opted_out", ...of })])
            }
            const reject = Effect.forEach(
              all,
              ({ added, scope }) => recipients.rejectOptedOut(workspace, added, scope),
              { discard: true }
            )
            return all.length === 0
              ? Effect.void
              : transaction.run(Effect.andThen(transaction.lock([optOutLock(workspace)], "exclusive"), reject))
          }),
          resume: Effect.fnUntraced(function* (wanted, source = "message") {
            const timed = wanted.flatMap(({ address, at, workspace }) =>
              at === undefined ? [] : [{ workspace, address, at }]
            )
            for (const { addresses, at, workspace } of groupsOf(numbers, timed)) {
              if (at !== undefined) yield* takeBack(workspace, yield* keysOfAddresses(workspace, addresses), at, source)
            }
          })
        })
      })
    })
  )
}

/** The opt-out of a key. */
interface Known extends KeptOptOut {
  readonly key: string
}

const listed = (found: ReadonlyMap<string, ReadonlyArray<KeptOptOut>>): ReadonlyArray<Known> =>
  Array.from(found).flatMap(([key, optOuts]) => optOuts.map((optOut) => ({ key, ...optOut })))

const isOfSameReport = (one: OptOut, other: OptOut) =>
  one.scope === other.scope && one.source === other.source && DateTime.Equivalence(one.at, other.at)

/** Opt-outs, oldest first, those of one scope and instant once: the addresses of one person are opted out together. */
const byInstants = (optOuts: ReadonlyArray<OptOut>): ReadonlyArray<OptOut> =>
  Arr.dedupeAdjacentWith(optOuts.toSorted(byInstant), (one, other) => byInstant(one, other) === 0).map(
    ({ at, by, scope, source }) => ({ scope, source, at, by })
  )

const byInstant = Order.combine(
  Order.mapInput(DateTime.Order, ({ at }: OptOut) => at),
  Order.mapInput(Order.String, ({ scope }: OptOut) => scope)
)
