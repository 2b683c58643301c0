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
  keysOfAll,
  otherAddressesOf
} from "./ContactKeys.ts"
import { addressesKeptOut, isPersonKey, keysKeepingOut, noAddressIssue, personKey, scopesAmong } from "./OptOutKeys.ts"
import { OptOutStore } from "./OptOutStore.ts"
import { type ActorUuid, type Caller, type ContactUuid, nextId, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput } from "../shared/Issue.ts"
import { makeWorkspaceCheck } from "../shared/ExistingWorkspaces.ts"
import { checkPage } from "../shared/Page.ts"
import { Transaction } from "../shared/Transaction.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { groupsOf, makeHolders } from "./ReportedOptOuts.ts"
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
       * Locks the contacts that have one of the addresses of people, with the contacts that are meant, which may have none
       * of them any more. Appends an event for each that has an address, and returns the contacts of each of the people.
       */
      const announce = Effect.fnUntraced(function* (
        type: "contact.opted_out" | "contact.opted_in",
        workspace: WorkspaceUuid,
        people: ReadonlyArray<{ readonly addresses: ReadonlyArray<string>; readonly meant: ContactUuid | null }>
      ) {
        const addresses = Arr.dedupe(people.flatMap((person) => person.addresses))
        const meant = people.flatMap((person) => person.meant ?? [])
        const known = meant.length === 0 || addresses.length === 0 ? [] : yield* contacts.holders(workspace, addresses)
        const locked =
          meant.length === 0
            ? []
            : yield* contacts.lock(workspace, Arr.dedupe([...meant, ...known.map(({ contact }) => contact)]))
        const present = new Set(locked.map(({ uuid }) => uuid))
        const holders =
          addresses.length === 0
            ? []
            : yield* contacts.lockAddressed(addresses.map((address) => ({ workspace, address })))
        const holdersOf = makeHolders(numbers, holders, workspace)
        const ofEach = people.map((person) => {
          const wanted = new Set(person.addresses)
          const before = known.flatMap(({ address, contact }) => (wanted.has(address) ? [contact] : []))
          const now = holdersOf(person.addresses).map(({ uuid }) => uuid)
          return {
            now,
            all: Arr.dedupe(
              [person.meant ?? [], before]
                .flat()
                .filter((uuid) => present.has(uuid))
                .concat(now)
            )
          }
        })
        yield* events.append(
          ofEach.flatMap(({ now }) =>
            now.map((contactUuid) => nameEvent({ type, workspaceUuid: workspace, contactUuid }))
          )
        )
        return ofEach.map(({ all }) => all)
      })

      /**
       * Makes what says which opt-outs of other people, who have an address that is no longer opted out, came of the same
       * report.
       */
      const makeShared = Effect.fnUntraced(function* (workspace: WorkspaceUuid, all: ReadonlyArray<Known>) {
        const addressesOf = (known: ReadonlyArray<Known>) =>
          Arr.dedupe(known.flatMap(({ key }) => addressesKeptOut(numbers, key)).filter(isAddress))
        const addresses = addressesOf(all)
        const holders = addresses.length === 0 ? [] : yield* contacts.holders(workspace, addresses)
        const people = Arr.dedupe(holders.map(({ contact }) => personKey(contact)))
        const found = people.length === 0 ? [] : listed(yield* optOuts.find(workspace, people))
        return (known: ReadonlyArray<Known>): ReadonlyArray<Known> => {
          const given = new Set(addressesOf(known))
          const held = new Set(holders.flatMap((one) => (given.has(one.address) ? [personKey(one.contact)] : [])))
          return found.filter(
            (one) =>
              held.has(one.key) &&
              known.some(
                (other) => isOfSameReport(one, other) && DateTime.isLessThanOrEqualTo(one.lastAt, other.lastAt)
              )
          )
        }
      })

      /**
       * Takes opt-outs of people back, one after the other, and keeps that they were and are no more. Returns of whom some
       * were taken back. In a transaction.
       */
      const takeBackKnown = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        people: ReadonlyArray<Person & { readonly known: ReadonlyArray<Known> }>,
        by: ActorUuid | null
      ) {
        const sharedWith = yield* makeShared(
          workspace,
          people.flatMap(({ known }) => known)
        )
        const gone = new Set<string>()
        const taken = people.flatMap((person) => {
          const known = person.known.filter((one) => !gone.has(rowOf(one)))
          const all = [...known, ...sharedWith(known).filter((one) => !gone.has(rowOf(one)))]
          for (const one of all) gone.add(rowOf(one))
          return all.length === 0 ? [] : [{ person, known, all }]
        })
        if (taken.length === 0) return new Set<Person>()
        yield* optOuts.remove(
          workspace,
          taken.flatMap(({ all }) => all)
        )
        const at = yield* recipients.now
        const ofEach = yield* announce(
          "contact.opted_in",
          workspace,
          taken.map(({ all, person: { keys, meant } }) => ({
            addresses: changedOf(
              all.map(({ key }) => key),
              keys.others
            ),
            meant
          }))
        )
        const entries = yield* Effect.forEach(taken, ({ known }, n) => {
          const over = byInstants(known)
          return Effect.forEach(ofEach[n] ?? [], (contactUuid) =>
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
        })
        yield* history.append(entries.flat(2))
        return new Set<Person>(taken.map(({ person }) => person))
      })

      /** The addresses of those whose opt-out has changed: `others` are those that are no address of a broadcast. */
      const changedOf = (keys: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
        const ofAddresses = keys.filter((key) => !isPersonKey(key))
        const addresses = ofAddresses.filter(isAddress)
        return addresses.length === ofAddresses.length ? addresses : [...addresses, ...others]
      }

      /** Opts people out, and returns which of the keys of each were not, of addresses and of the person. */
      const write = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        people: ReadonlyArray<Keys>,
        optOut: Pick<OptOut, "scope" | "source" | "by">,
        at?: DateTime.Utc,
        lastAt?: DateTime.Utc
      ) {
        const added = new Set(yield* optOuts.add(workspace, people.flatMap(entriesOf), optOut, at, lastAt))
        // What several people have in common was changed with the first of them.
        return people.map((keys) => allKeys(keys).filter((key) => added.delete(key)))
      })

      /** Opts people out and rejects what is pending, in one transaction. Returns which keys of each were changed. */
      const add = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        people: ReadonlyArray<Keys>,
        optOut: Pick<OptOut, "scope" | "source" | "by">,
        at?: DateTime.Utc,
        lastAt?: DateTime.Utc
      ) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const since = at === undefined ? undefined : DateTime.min(at, yield* recipients.now)
        const added = yield* write(workspace, people, optOut, since, lastAt)
        const ofAddresses = added.map((keys) => keys.filter((key) => !isPersonKey(key)))
        yield* recipients.rejectOptedOut(workspace, ofAddresses.flat(), optOut.scope)
        yield* announce(
          "contact.opted_out",
          workspace,
          people.map(({ others }, n) => ({ addresses: changedOf(ofAddresses[n] ?? [], others), meant: null }))
        )
        return added
      }, transaction.run)

      /** Takes all opt-outs of people back, in one transaction. Returns of whom there were some. */
      const remove = Effect.fnUntraced(function* ({ actor, workspace }: Caller, people: ReadonlyArray<Person>) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const found = yield* optOuts.find(workspace, Arr.dedupe(people.flatMap(({ keys }) => allKeys(keys))))
        const known = people.map((person) => ({ ...person, known: knownOf(found, allKeys(person.keys)) }))
        const taken = yield* takeBackKnown(workspace, known, actor)
        return known.map((person) => taken.has(person))
      }, transaction.run)

      /** Takes back what a person may take back, in one transaction. */
      const takeBack = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        keys: Keys,
        at: DateTime.Utc,
        from: "message" | "channel"
      ) {
        yield* transaction.lock([optOutLock(workspace)], "exclusive")
        const known = knownOf(yield* optOuts.find(workspace, allKeys(keys)), allKeys(keys))
        if (known.some(({ source }) => source === "request")) return
        // A merge carries what the channel said over to other addresses.
        const isTheirs = ({ scope, source }: OptOut) =>
          from === "message" || source === "channel" || (source === "merge" && scope === scopeOf("channel"))
        const earlier = known.filter((optOut) => isTheirs(optOut) && DateTime.isLessThanOrEqualTo(optOut.lastAt, at))
        yield* takeBackKnown(workspace, [{ keys, meant: null, known: earlier }], null)
      }, transaction.run)

      const keysOf = (contact: ContactOfKeys) => Effect.provideContext(keysOfContact(contact), ports)

      /** The contacts among these that there are, with their keys. */
      const peopleAmong = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuids: ReadonlyArray<ContactUuid>) {
        const present = new Map((yield* contacts.named(workspace, uuids)).map((one) => [one.uuid, one]))
        const found = uuids.flatMap((uuid) => present.get(uuid) ?? [])
        const keys = yield* Effect.provideContext(keysOfAll(workspace, found), ports)
        return Arr.zipWith(found, keys, ({ uuid }, keys): Person => ({ keys, meant: uuid }))
      })

      /** The keys of the opt-outs of those who have one of these addresses. */
      const keysOfAddresses = Effect.fnUntraced(function* (workspace: WorkspaceUuid, given: ReadonlyArray<string>) {
        const others = yield* Effect.provideContext(otherAddressesOf(workspace, given), ports)
        const addresses = Arr.dedupe([...given, ...Array.from(others.values()).flat()])
        // A transaction of its own: contacts are locked after recipients, as everywhere.
        const holders = yield* transaction.run(
          contacts.lockAddressed(addresses.map((address) => ({ workspace, address })))
        )
        const held = yield* Effect.provideContext(
          keysOfAll(workspace, makeHolders(numbers, holders, workspace)(addresses)),
          ports
        )
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
            yield* add(workspace, [yield* keysOfAddresses(workspace, to)], first, first.at, first.lastAt)
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
            yield* add(workspace, [keys], { scope, source: "request", by: actor })
            return yield* stateOf(contact, keys)
          }),
          optIn: Effect.fnUntraced(function* (caller, uuid) {
            const contact = yield* found(caller.workspace, uuid)
            const keys = yield* keysOf(contact)
            yield* remove(caller, [{ keys, meant: contact.uuid }])
            return yield* stateOf(contact, keys)
          })
        }),
        ...withSpans<Omit<OptOuts["Service"], keyof ByWorkspace>>("OptOuts", {
          record: Effect.fnUntraced(function* (optedOut, source) {
            const scope = scopeOf(source)
            const own = optedOut.filter(({ sameAs }) => sameAs === undefined)
            for (const { addresses, at, workspace } of groupsOf(numbers, own)) {
              yield* add(workspace, [yield* keysOfAddresses(workspace, addresses)], { scope, source, by: null }, at)
            }
            for (const { address, sameAs, workspace } of optedOut) {
              if (sameAs !== undefined) yield* carry(workspace, [{ from: [sameAs], to: [address] }])
            }
          }),
          carry,
          optOutAll: Effect.fnUntraced(function* ({ actor, workspace }, uuids, scope) {
            yield* transaction.lock([optOutLock(workspace)], "exclusive")
            const people = yield* peopleAmong(workspace, uuids)
            const reachable = people.filter(({ keys }) => keys.keys.length > 0)
            const added = yield* add(
              workspace,
              reachable.map(({ keys }) => keys),
              { scope, source: "request", by: actor }
            )
            const changed = new Set(reachable.filter((_, n) => (added[n] ?? []).length > 0))
            return people.map((person) =>
              person.keys.keys.length === 0 ? "refused" : changed.has(person) ? "changed" : "unchanged"
            )
          }, transaction.run),
          optInAll: Effect.fnUntraced(function* (caller, uuids) {
            yield* transaction.lock([optOutLock(caller.workspace)], "exclusive")
            const changed = yield* remove(caller, yield* peopleAmong(caller.workspace, uuids))
            return changed.map((isChanged) => (isChanged ? "changed" : "unchanged"))
          }, transaction.run),
          addImported: Effect.fnUntraced(function* ({ actor, workspace }, people) {
            const all: Array<{ readonly added: ReadonlyArray<string>; readonly scope: OptOutScope }> = []
            for (const [scope, ofScope] of Map.groupBy(people, ({ scope }) => scope)) {
              const given = ofScope.map(({ contact }) => contact)
              const keys = yield* Effect.provideContext(keysOfAll(workspace, given), ports)
              const written = yield* write(workspace, keys, { scope, source: "import", by: actor })
              const added = written.map((keys) => keys.filter((key) => !isPersonKey(key)))
              all.push({ added: added.flat(), scope })
              const changed = given.filter((_, n) => (added[n] ?? []).length > 0)
              yield* events.append(
                changed.map(({ uuid }) =>
                  nameEvent({ type: "contact.opted_out", workspaceUuid: workspace, contactUuid: uuid })
                )
              )
            }
            const reject = Effect.forEach(
              all,
              ({ added, scope }) => recipients.rejectOptedOut(workspace, added, scope),
              { discard: true }
            )
            return all.every(({ added }) => added.length === 0)
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

/** A person whose opt-outs change, and the contact that is meant; null if it is who has an address. */
interface Person {
  readonly keys: Keys
  readonly meant: ContactUuid | null
}

const rowOf = ({ key, scope }: Known): string => `${scope} ${key}`

/** The opt-outs of some keys among those that are found. */
const knownOf = (found: ReadonlyMap<string, ReadonlyArray<KeptOptOut>>, keys: ReadonlyArray<string>) =>
  keys.flatMap((key): ReadonlyArray<Known> => (found.get(key) ?? []).map((optOut) => ({ key, ...optOut })))

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
