import { Array as Arr, Context, Effect, Layer } from "effect"
import { withSpans } from "../../shared/Spans.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { findContact } from "../contacts/FindContact.ts"
import { type ContactEngagement, ContactStore } from "../contacts/ContactStore.ts"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import {
  type ContactOptOut,
  firstOfEachScope,
  joinedByScope,
  OptOutFilter,
  optOutLock,
  OptOutScope,
  scopeOf
} from "./OptOut.ts"
import {
  allKeys,
  type ContactOfKeys,
  type Keys,
  keysOf as keysOfContact,
  keysOfAll,
  otherAddressesOf
} from "./ContactKeys.ts"
import { isPersonKey } from "../identity/PersonKey.ts"
import { keysKeepingOut, noAddressIssue, scopesAmong } from "./OptOutKeys.ts"
import { OptOutStore } from "./OptOutStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { checkPage } from "../../shared/Page.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { groupsOf, makeHolders } from "./ReportedOptOuts.ts"
import { byInstants, makeOptOutChanges, type Person } from "./OptOutChanges.ts"
import type { OptOutMethods } from "./OptOutMethods.ts"

/** The position (after the caller) and schema of each operation's input. */
const inputs = { list: [0, OptOutFilter] } as const

/**
 * Stops broadcasts to people who opted out of all messages, or of marketing. An opt-out covers a person and each address
 * that the person has or gets. Messages to such an address stop for every contact with the address in `chatapp_id` or
 * `phone_number`, for recipients without a contact, and after the contact is erased. An opt-out by a national number covers that number in every country.
 *
 * @example
 * const optOuts = yield* OptOuts
 * const { optOut } = yield* optOuts.optOut(caller, contact)
 * return optOut?.source
 * @see docs/contributing/decisions.md, C8
 */
export class OptOuts extends Context.Service<OptOuts, OptOutMethods>()("@rollcall/core/people/opt-outs/OptOuts") {
  static readonly layer = Layer.effect(
    OptOuts,
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const optOuts = yield* OptOutStore
      const events = yield* EventStore
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

      /** Returns the opt-outs of keys, oldest first, each scope and timestamp once. */
      const knownAmong = (workspace: WorkspaceUuid, keys: Keys) => Effect.map(keptOf(workspace, keys), byInstants)

      const stateOf = Effect.fnUntraced(function* (
        { uuid: contactUuid, workspaceUuid: workspace }: Pick<ContactEngagement, "uuid" | "workspaceUuid">,
        keys: Keys
      ) {
        const [optOut = null] = firstOfEachScope(yield* knownAmong(workspace, keys))
        const state: ContactOptOut = { contactUuid, optOut }
        return state
      })

      const { add, remove, takeBack, write } = yield* makeOptOutChanges

      const keysOf = (contact: ContactOfKeys) => Effect.provideContext(keysOfContact(contact), ports)

      /** Returns the existing contacts among `uuids`, with their keys. */
      const peopleAmong = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuids: ReadonlyArray<ContactUuid>) {
        const present = new Map((yield* contacts.named(workspace, uuids)).map((contact) => [contact.uuid, contact]))
        const found = uuids.flatMap((uuid) => present.get(uuid) ?? [])
        const keys = yield* Effect.provideContext(keysOfAll(workspace, found), ports)
        return Arr.zipWith(found, keys, ({ uuid }, keys): Person => ({ keys, meant: uuid }))
      })

      /** Returns the opt-out keys of everyone who has one of these addresses. */
      const keysOfAddresses = Effect.fnUntraced(function* (workspace: WorkspaceUuid, given: ReadonlyArray<string>) {
        const others = yield* Effect.provideContext(otherAddressesOf(workspace, given), ports)
        const addresses = Arr.dedupe([...given, ...Array.from(others.values()).flat()])
        // A separate transaction, because contacts are always locked after recipients.
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
          list: ({ workspace }, filter, page) =>
            Effect.andThen(
              Effect.andThen(checkWorkspace(workspace), checkPage(page)),
              optOuts.list(workspace, filter, page)
            ),
          get: Effect.fnUntraced(function* ({ workspace }, uuid) {
            const contact = yield* found(workspace, uuid)
            return yield* stateOf(contact, yield* keysOf(contact))
          }),
          of: Effect.fnUntraced(function* ({ workspace }, uuid) {
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
            const firstWishes = optedOut.filter(({ sameAs }) => sameAs === undefined)
            for (const { addresses, at, workspace } of groupsOf(numbers, firstWishes)) {
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
