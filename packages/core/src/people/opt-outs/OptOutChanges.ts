import { Array as Arr, DateTime, Effect, Order } from "effect"
import { ContactStore } from "../contacts/ContactStore.ts"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import type { HistoryEntry } from "../history/HistoryEntry.ts"
import { HistoryStore } from "../history/HistoryStore.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import { type ActorUuid, type Caller, type ContactUuid, nextId, type WorkspaceUuid } from "../../shared/Ids.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { allKeys, entriesOf, type Keys } from "./ContactKeys.ts"
import { type KeptOptOut, type OptOut, optOutLock, scopeOf } from "./OptOut.ts"
import { isPersonKey, personKey } from "../identity/PersonKey.ts"
import { addressesKeptOut } from "./OptOutKeys.ts"
import { OptOutStore } from "./OptOutStore.ts"
import { makeHolders } from "./ReportedOptOuts.ts"

/** A person who opts out or in. `meant` is the given contact, or null for any contact with an address of the person. */
export interface Person {
  readonly keys: Keys
  readonly meant: ContactUuid | null
}

interface Known extends KeptOptOut {
  readonly key: string
}

/**
 * Makes the functions that opt people out and in. Each function writes the opt-outs, recipients, events and history of
 * several people with a few statements.
 */
export const makeOptOutChanges = Effect.gen(function* () {
  const contacts = yield* ContactStore
  const optOuts = yield* OptOutStore
  const events = yield* EventStore
  const history = yield* HistoryStore
  const recipients = yield* AddressedRecipients
  const transaction = yield* Transaction
  const numbers = yield* PhoneNumbers

  /**
   * Locks the contacts that have an address of the people, and the contacts in `meant`, which may have lost their
   * addresses. Appends an event for each contact that has an address. Returns the contacts of each person.
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
      addresses.length === 0 ? [] : yield* contacts.lockAddressed(addresses.map((address) => ({ workspace, address })))
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
      ofEach.flatMap(({ now }) => now.map((contactUuid) => nameEvent({ type, workspaceUuid: workspace, contactUuid })))
    )
    return ofEach.map(({ all }) => all)
  })

  /**
   * Makes a function that finds the opt-outs to remove together with given opt-outs. The found opt-outs belong to other
   * people with the same addresses, and come from the same report.
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
      const held = new Set(holders.flatMap((holder) => (given.has(holder.address) ? [personKey(holder.contact)] : [])))
      return found.filter(
        (optOut) =>
          held.has(optOut.key) &&
          known.some(
            (other) => isOfSameReport(optOut, other) && DateTime.isLessThanOrEqualTo(optOut.lastAt, other.lastAt)
          )
      )
    }
  })

  /**
   * Removes the opt-outs of people and records them in the history. An opt-out that several people share is removed with
   * the first person. Returns the people who had an opt-out. Called in a transaction.
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
      const known = person.known.filter((optOut) => !gone.has(rowOf(optOut)))
      const all = [...known, ...sharedWith(known).filter((optOut) => !gone.has(rowOf(optOut)))]
      for (const optOut of all) gone.add(rowOf(optOut))
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

  /**
   * Returns the addresses with a changed opt-out. Adds `others`, which broadcasts cannot send to, if the key of a
   * number without its country changed.
   */
  const changedOf = (keys: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
    const ofAddresses = keys.filter((key) => !isPersonKey(key))
    const addresses = ofAddresses.filter(isAddress)
    return addresses.length === ofAddresses.length ? addresses : [...addresses, ...others]
  }

  /** Opts people out. Returns, for each person, the address keys and person keys with a new or replaced opt-out. */
  const write = Effect.fnUntraced(function* (
    workspace: WorkspaceUuid,
    people: ReadonlyArray<Keys>,
    optOut: Pick<OptOut, "scope" | "source" | "by">,
    at?: DateTime.Utc,
    lastAt?: DateTime.Utc
  ) {
    const added = new Set(yield* optOuts.add(workspace, people.flatMap(entriesOf), optOut, at, lastAt))
    // A key that several people share is counted only for the first person.
    return people.map((keys) => allKeys(keys).filter((key) => added.delete(key)))
  })

  /** Opts people out and rejects pending recipients, in one transaction. Returns the changed keys of each person. */
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

  /** Removes all opt-outs of people in one transaction. Returns, for each person, whether there was an opt-out. */
  const remove = Effect.fnUntraced(function* ({ actor, workspace }: Caller, people: ReadonlyArray<Person>) {
    yield* transaction.lock([optOutLock(workspace)], "exclusive")
    const found = yield* optOuts.find(workspace, Arr.dedupe(people.flatMap(({ keys }) => allKeys(keys))))
    const known = people.map((person) => ({ ...person, known: knownOf(found, allKeys(person.keys)) }))
    const taken = yield* takeBackKnown(workspace, known, actor)
    return known.map((person) => taken.has(person))
  }, transaction.run)

  /**
   * Removes the opt-outs that a person or a channel may withdraw, in one transaction. Changes nothing if one of the
   * person's opt-outs was made by request.
   */
  const takeBack = Effect.fnUntraced(function* (
    workspace: WorkspaceUuid,
    keys: Keys,
    at: DateTime.Utc,
    from: "message" | "channel"
  ) {
    yield* transaction.lock([optOutLock(workspace)], "exclusive")
    const known = knownOf(yield* optOuts.find(workspace, allKeys(keys)), allKeys(keys))
    if (known.some(({ source }) => source === "request")) return
    // A merge copies the channel's opt-outs to other addresses.
    const isTheirs = ({ scope, source }: OptOut) =>
      from === "message" || source === "channel" || (source === "merge" && scope === scopeOf("channel"))
    const earlier = known.filter((optOut) => isTheirs(optOut) && DateTime.isLessThanOrEqualTo(optOut.lastAt, at))
    yield* takeBackKnown(workspace, [{ keys, meant: null, known: earlier }], null)
  }, transaction.run)

  return { add, remove, takeBack, write }
})

const rowOf = ({ key, scope }: Known): string => `${scope} ${key}`

/** Returns the found opt-outs of some keys. */
const knownOf = (found: ReadonlyMap<string, ReadonlyArray<KeptOptOut>>, keys: ReadonlyArray<string>) =>
  keys.flatMap((key): ReadonlyArray<Known> => (found.get(key) ?? []).map((optOut) => ({ key, ...optOut })))

const listed = (found: ReadonlyMap<string, ReadonlyArray<KeptOptOut>>): ReadonlyArray<Known> =>
  Array.from(found).flatMap(([key, optOuts]) => optOuts.map((optOut) => ({ key, ...optOut })))

const isOfSameReport = (a: OptOut, b: OptOut) =>
  a.scope === b.scope && a.source === b.source && DateTime.Equivalence(a.at, b.at)

/**
 * Returns opt-outs oldest first, each scope and timestamp once, because the addresses of one person are opted out
 * together.
 */
export const byInstants = (optOuts: ReadonlyArray<OptOut>): ReadonlyArray<OptOut> =>
  Arr.dedupeAdjacentWith(optOuts.toSorted(inOneOrder), (a, b) => byInstant(a, b) === 0).map(
    ({ at, by, scope, source }) => ({ scope, source, at, by })
  )

const byInstant = Order.combine(
  Order.mapInput(DateTime.Order, ({ at }: OptOut) => at),
  Order.mapInput(Order.String, ({ scope }: OptOut) => scope)
)

/**
 * A total order, so that the result does not depend on the order in which a store returns opt-outs with the same scope and
 * timestamp.
 */
const inOneOrder = Order.combineAll([
  byInstant,
  Order.mapInput(Order.String, ({ source }: OptOut) => source),
  Order.mapInput(Order.String, ({ by }: OptOut) => by ?? "")
])
