import { DateTime, Effect, Option } from "effect"
import * as Arr from "effect/Array"
import type { Contact } from "../contacts/Contact.ts"
import { clashIssues, identifierIssues } from "../contacts/ContactRules.ts"
import { ContactSettings } from "../contacts/ContactSettings.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { contactWrite } from "../contacts/ContactWrite.ts"
import { findContact } from "../contacts/FindContact.ts"
import {
  addressesOf,
  clashesOf,
  hasIdentifier,
  type IdentifierField,
  type IdentifierHolders,
  type NumberForms,
  PhoneNumbers
} from "../contacts/Identifiers.ts"
import { isFieldKey } from "../custom-fields/CustomField.ts"
import { changesBetween } from "../custom-fields/ValueChanges.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import { AddressedRecipients } from "../opt-outs/AddressedRecipients.ts"
import { separateOptOuts, uniteOptOuts } from "../opt-outs/MergedOptOuts.ts"
import { optOutLock } from "../opt-outs/OptOut.ts"
import type { Caller, ContactUuid } from "../../shared/Ids.ts"
import { laterThan } from "../../shared/Instant.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import { Transaction } from "../../shared/Transaction.ts"
import {
  type Belongings,
  type ContactMerge,
  MergeChange,
  MergeNotFound,
  MergeNotUndoable,
  type MergeRequest,
  type MergeState,
  type UndoRequest
} from "./ContactMerge.ts"
import {
  addressesSince,
  changesSince,
  formerIdentifiers,
  keepIssues,
  mergedBelongings,
  mergedContact,
  separatedContacts
} from "./MergeContact.ts"
import { keptOf, wholeState } from "./KeptBelongings.ts"
import { lockBefore, lockContacts, type LockedBefore, lockedWith } from "./MergeLocks.ts"
import { hideMergedValues } from "./MergedHistory.ts"
import { MergeStore } from "./MergeStore.ts"

const nothing: Belongings = { memberships: [], notes: [], formerAddresses: [] }

const isItself = new InvalidInput({
  issues: [issue("value_error", ["from"], "is the contact itself, or was merged into it already")]
})

const eventOf = (
  type: "contact.merged" | "contact.unmerged",
  { from: mergedContactUuid, into: contactUuid, workspace: workspaceUuid }: Omit<ContactMerge, "state">
) => nameEvent({ type, workspaceUuid, contactUuid, mergedContactUuid })

/** Returns the last merge into a contact. Fails if there is no merge, or if `from` names another contact. */
const lastMerge = Effect.fnUntraced(function* ({ uuid, workspaceUuid }: Contact, from: ContactUuid | undefined) {
  const merges = yield* MergeStore
  const last = Option.getOrUndefined(yield* merges.last(workspaceUuid, uuid))
  if (last !== undefined && (from === undefined || last.from === from)) return last
  const all = last === undefined || from === undefined ? [] : yield* merges.mergedInto(workspaceUuid, uuid)
  const wanted = all.find((merge) => merge.from === from)
  if (last === undefined || wanted === undefined) return yield* new MergeNotFound({ into: uuid, from: from ?? null })
  return yield* new MergeNotUndoable({ from: wanted.from, later: last.from, changed: [] })
})

/** Returns the identifier fields that an undo would restore with values that other contacts have now. */
const clashesOfUndo = (
  numbers: NumberForms,
  contact: Contact,
  { from, survivor }: MergeState,
  held: ReadonlyArray<IdentifierHolders<ContactUuid>>
): ReadonlyArray<IdentifierField> => {
  const back = held.filter(({ key }) => [from, survivor].some((contact) => hasIdentifier(numbers, contact, key)))
  return Arr.dedupe(clashesOf(numbers, contact, back))
}

/**
 * Merges a contact into another in one transaction. Locks `optOutLock` exclusively, so that merges and erasures in a
 * workspace run one at a time, and no recipient is tied to a contact that is being removed. Then takes locks in the usual
 * order: lists, definitions, identifiers, broadcasts, deliveries, contacts.
 */
export const mergeContacts = Effect.fn("ContactMerges.step")(function* (
  { actor, workspace }: Caller,
  uuid: ContactUuid,
  { from: fromUuid, keep = {} }: MergeRequest
) {
  const contacts = yield* ContactStore
  const merges = yield* MergeStore
  const events = yield* EventStore
  const numbers = yield* PhoneNumbers
  const transaction = yield* Transaction
  yield* transaction.lock([optOutLock(workspace)], "exclusive")
  const survivor = yield* findContact(contacts, workspace, uuid)
  const from = yield* findContact(contacts, workspace, fromUuid)
  if (survivor.uuid === from.uuid) return yield* isItself
  const uuids = [survivor.uuid, from.uuid]
  const read = yield* Effect.forEach(uuids, (contact) => merges.belongings(workspace, contact))
  const had = lockedWith(numbers, [survivor, from], read)
  const keptKeys = Object.keys(keep).filter(isFieldKey)
  const before: LockedBefore = { ...had, fieldKeys: Arr.union(had.fieldKeys, keptKeys) }
  const { definitions } = yield* lockBefore(workspace, before)
  yield* InvalidInput.refuse(keepIssues(keep, definitions))
  const optedOut = yield* uniteOptOuts(survivor, from)
  yield* AddressedRecipients.use(({ joinRecipients }) => joinRecipients(workspace, survivor.uuid, from.uuid))
  const locked = yield* lockContacts(workspace, uuids, before)
  const kept = yield* locked(survivor.uuid)
  const other = yield* locked(from.uuid)
  const now = yield* DateTime.now
  const merged = mergedContact(kept.contact, other.contact, keep, now)
  yield* InvalidInput.refuse(identifierIssues(merged))
  const parts = { survivor: kept.contact, survivorHad: kept.has, from: other.contact, fromHad: other.has, merged }
  const left = mergedBelongings(numbers, parts)
  const shares = [
    { contact: kept.contact.uuid, belongings: left },
    { contact: other.contact.uuid, belongings: nothing }
  ]
  yield* merges.distribute(workspace, shares)
  yield* contacts.erase(workspace, other.contact.uuid)
  const changes = changesBetween(kept.contact.customFields, merged.customFields, definitions)
  yield* contacts.save({ created: [], changed: [contactWrite(numbers, "contact.updated", merged, changes)] })
  const last = Option.getOrUndefined(yield* merges.last(workspace, merged.uuid))
  const merge: ContactMerge = {
    workspace,
    from: other.contact.uuid,
    into: merged.uuid,
    mergedAt: last === undefined ? now : laterThan(last.mergedAt, now),
    mergedBy: actor,
    state: { ...parts, survivorHad: yield* keptOf(kept.has, other.has, left), optedOut }
  }
  yield* merges.add(merge, formerIdentifiers(numbers, parts))
  yield* events.append([eventOf("contact.merged", merge)])
  return merged
})

/** Undoes the last merge into a contact in one transaction, with the same locks as `mergeContacts`. */
export const undoMerge = Effect.fn("ContactMerges.undoStep")(function* (
  { workspace }: Caller,
  uuid: ContactUuid,
  { from }: UndoRequest
) {
  const contacts = yield* ContactStore
  const merges = yield* MergeStore
  const events = yield* EventStore
  const numbers = yield* PhoneNumbers
  const transaction = yield* Transaction
  const { uniqueIdentifiers } = yield* ContactSettings
  yield* transaction.lock([optOutLock(workspace)], "exclusive")
  const known = yield* findContact(contacts, workspace, uuid)
  const merge = yield* lastMerge(known, from)
  const stored = merge.state
  const read = yield* merges.belongings(workspace, known.uuid)
  const before = lockedWith(
    numbers,
    [known, stored.merged, stored.survivor, stored.from],
    [read, (yield* wholeState(stored, read)).state.survivorHad, stored.fromHad]
  )
  const { definitions, held } = yield* lockBefore(workspace, before)
  const { contact, has } = yield* (yield* lockContacts(workspace, [known.uuid], before))(known.uuid)
  const whole = yield* wholeState(stored, has)
  const { state } = whole
  const left = mergedBelongings(numbers, state)
  const found = [...whole.changed, ...changesSince(state, left, { contact, has, definitions })]
  const changed = MergeChange.literals.filter((change) => found.includes(change))
  if (changed.length > 0) return yield* new MergeNotUndoable({ from: merge.from, later: null, changed })
  if (uniqueIdentifiers) yield* InvalidInput.refuse(clashIssues(clashesOfUndo(numbers, contact, state, held)))
  const again = separatedContacts(numbers, state, contact, definitions, yield* DateTime.now)
  const since = addressesSince(
    numbers,
    state,
    has.formerAddresses.filter((address) => !left.formerAddresses.includes(address))
  )
  yield* contacts.save({
    created: [
      contactWrite(numbers, "contact.created", again.from, changesBetween({}, again.from.customFields, definitions))
    ],
    changed: [
      contactWrite(
        numbers,
        "contact.updated",
        again.survivor,
        changesBetween(contact.customFields, again.survivor.customFields, definitions)
      )
    ]
  })
  const { survivorHad } = state
  yield* merges.distribute(workspace, [
    {
      contact: contact.uuid,
      belongings: { ...survivorHad, formerAddresses: [...survivorHad.formerAddresses, ...since.survivor] }
    },
    {
      contact: merge.from,
      belongings: { ...state.fromHad, formerAddresses: [...state.fromHad.formerAddresses, ...since.from] }
    }
  ])
  yield* merges.remove(workspace, merge.from)
  yield* hideMergedValues(merge)
  yield* separateOptOuts(again.survivor, state.optedOut)
  const survivorAddresses = new Set([...addressesOf(numbers, state.survivor), ...survivorHad.formerAddresses])
  const back = [...addressesOf(numbers, state.from), ...state.fromHad.formerAddresses, ...since.from]
  yield* AddressedRecipients.use(({ giveBack }) =>
    giveBack(
      workspace,
      contact.uuid,
      merge.from,
      back.filter((address) => !survivorAddresses.has(address))
    )
  )
  yield* events.append([eventOf("contact.unmerged", merge)])
  return { contact: again.survivor, restored: again.from }
})
