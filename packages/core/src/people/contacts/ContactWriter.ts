import { DateTime, Effect, Result } from "effect"
import { CustomFieldStore, type LockedDefinitions } from "../custom-fields/CustomFieldStore.ts"
import { isFieldKey } from "../custom-fields/CustomField.ts"
import { makeFieldCache } from "../custom-fields/FieldCache.ts"
import { HistoryStore } from "../history/HistoryStore.ts"
import { type ActorUuid, type Caller, ContactUuid, nextId, type WorkspaceUuid } from "../../shared/Ids.ts"
import { InvalidInput } from "../../shared/Issue.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { Contact } from "./Contact.ts"
import { type ContactChanges, historyOfUpdate, writeOfChangedContact, writeOfNewContact } from "./ContactWrite.ts"
import { lockContact } from "./FindContact.ts"
import { usableIdentifiers } from "./ContactRules.ts"
import { ContactSettings } from "./ContactSettings.ts"
import { ContactStore } from "./ContactStore.ts"
import { clashesOf, PhoneNumbers } from "./Identifiers.ts"

/** Makes the functions that write a contact. Each function fails with every issue of its input. */
export const makeContactWriter = Effect.gen(function* () {
  const store = yield* ContactStore
  const fields = yield* CustomFieldStore
  const history = yield* HistoryStore
  const transaction = yield* Transaction
  const { uniqueIdentifiers } = yield* ContactSettings
  const numbers = yield* PhoneNumbers
  const cache = makeFieldCache()

  const lock = (workspace: WorkspaceUuid, uuid: ContactUuid) => lockContact(store, workspace, uuid)

  /** Locks definitions, identifiers and the contact `before`, in this order, then writes. */
  const write = Effect.fnUntraced(function* <E>(
    workspace: WorkspaceUuid,
    before: Effect.Effect<Contact | null, E>,
    given: ContactChanges,
    actor: ActorUuid | null
  ) {
    const fieldKeys = Object.keys(given.customFields).filter(isFieldKey)
    const locked = fieldKeys.length === 0 ? none : yield* fields.lockShared(workspace, fieldKeys)
    cache.replace(workspace, fieldKeys, locked)
    const { definitions } = locked
    const keys = uniqueIdentifiers ? usableIdentifiers(numbers, given.fields) : []
    const held = keys.length === 0 ? [] : yield* store.lockIdentifiers(workspace, keys)
    const contact = yield* before
    const context = { numbers, definitions, clashes: clashesOf(numbers, contact, held), now: yield* DateTime.now }
    const result =
      contact === null
        ? writeOfNewContact({ uuid: ContactUuid.make(yield* nextId), workspace }, given, context)
        : writeOfChangedContact(contact, given, context)
    const write = yield* Effect.mapError(Effect.fromResult(result), (issues) => new InvalidInput({ issues }))
    yield* store.save(contact === null ? { created: [write], changed: [] } : { created: [], changed: [write] })
    const change =
      contact === null || actor === null ? null : historyOfUpdate(contact, write, definitions, actor, yield* nextId)
    if (change !== null) yield* history.append([change])
    return write.contact
  })

  /**
   * Creates a contact in one round trip, without a transaction, from cached definitions. Returns null if the definitions
   * are not cached, have changed or reject the contact, so that the current definitions must decide. An invalid contact
   * without custom values fails at once.
   */
  const createFromCache = Effect.fnUntraced(function* (workspace: WorkspaceUuid, given: ContactChanges) {
    const cached = cache.find(workspace, Object.keys(given.customFields))
    if (cached === undefined) return null
    const { definitions, version } = cached
    const context = { numbers, definitions, clashes: [], now: yield* DateTime.now }
    const result = writeOfNewContact({ uuid: ContactUuid.make(yield* nextId), workspace }, given, context)
    if (Result.isFailure(result)) {
      if (definitions.length === 0) return yield* new InvalidInput({ issues: result.failure })
      return null
    }
    const writes = { created: [result.success], changed: [] }
    const isSaved = yield* definitions.length === 0
      ? store.save(writes)
      : store.save(writes, { definitionsVersion: version })
    return isSaved ? result.success.contact : null
  })

  return {
    lock,
    /** Stores a new contact. Uses a transaction only if locks are needed. */
    create: Effect.fnUntraced(function* (workspace: WorkspaceUuid, given: ContactChanges) {
      const created = uniqueIdentifiers ? null : yield* createFromCache(workspace, given)
      return created ?? (yield* transaction.run(write(workspace, Effect.succeed(null), given, null)))
    }),
    /** Locks and changes a contact. */
    update: ({ actor, workspace }: Caller, uuid: ContactUuid, given: ContactChanges) =>
      transaction.run(write(workspace, lock(workspace, uuid), given, actor))
  }
})

const none: LockedDefinitions = { version: 0, definitions: [] }
