import type { CustomField, StorageError } from "@rollcall/core"
import type { ContactStore, ContactWrite } from "@rollcall/core/storage"
import { Effect, Exit, Option, Schema, Semaphore } from "effect"
import * as Arr from "effect/Array"
import { customFieldRecord } from "../custom-fields/CustomFieldRow.ts"
import { lockKey } from "../custom-fields/SqlCustomFieldStore.ts"
import { insertionOfValues, writeValues } from "../custom-fields/WriteValues.ts"
import type { Db } from "../database/Database.ts"
import type { FieldState } from "../database/Dialect.ts"
import { oneOf } from "../database/Rows.ts"
import { batchStatement } from "../database/StatementBatch.ts"
import type { IndexBacklog } from "./IndexBacklog.ts"
import { insertContacts } from "./SaveContacts.ts"
import { charactersIn } from "./WriteSize.ts"

const checked = oneOf(Schema.Struct({ are_so: Schema.BooleanFromBit }))

/** New contacts, and the definitions of the custom fields that they have values of. */
interface Creation {
  readonly characters: number
  readonly writes: ReadonlyArray<ContactWrite>
  readonly definitions: ReadonlyArray<CustomField>
}

/** How many statements or transactions insert at a time, while other contacts gather for the next. */
const atOnce = 3

/** A contact with more characters than this is large: it is inserted alone, as several such would take each other's time. */
const large = 32 * 1024

/** How many large contacts are inserted at a time, beside others. */
const largeAtOnce = 3

/**
 * Inserts a contact, with others that are inserted at the same time in one statement or transaction. Large ones wait for
 * each other, and small ones never for them.
 */
export const createContact = (db: Db, backlog: IndexBacklog): ContactStore["Service"]["create"] => {
  const largeTurns = Semaphore.makeUnsafe(largeAtOnce)
  const create = batchStatement(db, {
    isShared: true,
    isEager: db.dialect.engine.sharesReads,
    atOnce,
    // Definitions are locked by workspace. Contacts without values need none, of whatever workspace.
    keyOf: ({ definitions, writes: [write] }: Creation) =>
      definitions.length === 0 ? "contacts" : write?.contact.workspaceUuid,
    sizeOf: ({ characters }) => characters,
    one: (creation) => insertIfDefined(db, creation),
    all: (creations) => {
      const together = {
        characters: creations.reduce((sum, { characters }) => sum + characters, 0),
        writes: creations.flatMap(({ writes }) => writes),
        definitions: Arr.dedupeWith(
          creations.flatMap(({ definitions }) => definitions),
          (one, other) => one === other
        )
      }
      // If the definitions of one are not as they were, none is stored: each is stored or refused by itself then.
      const outcomeOf = (isDone: boolean) => (creation: Creation) =>
        isDone ? Effect.succeed(Exit.succeed(true)) : Effect.exit(insertIfDefined(db, creation))
      return Effect.flatMap(insertIfDefined(db, together), (isDone) => Effect.forEach(creations, outcomeOf(isDone)))
    }
  })
  return (write, definitions) => {
    const characters = charactersIn([write])
    const creation = { characters, writes: [write], definitions }
    backlog.add(characters)
    if (characters < large) return create(creation)
    const insertion = insertIfDefined(db, creation)
    return Effect.flatMap(Effect.serviceOption(db.sql.transactionService), (around) =>
      Option.isSome(around) ? insertion : largeTurns.withPermit(insertion)
    )
  }
}

const insertIfDefined = (db: Db, { definitions, writes }: Creation): Effect.Effect<boolean, StorageError> => {
  const { dialect, sql } = db
  const [first] = definitions
  if (first === undefined) return Effect.as(insertContacts(db, writes), true)
  const workspace = first.workspaceUuid
  const areSo = dialect.fieldsAre(lockKey(workspace), workspace, definitions.map(stateOf))
  if (!dialect.engine.writesInSubqueries) {
    const insertion = Effect.andThen(insertContacts(db, writes), writeValues(db, { created: writes, changed: [] }))
    return db.transaction(
      Effect.flatMap(checked(db, sql`SELECT ${areSo} AS are_so`), ({ are_so }) =>
        are_so ? Effect.as(insertion, true) : Effect.succeed(false)
      )
    )
  }
  const more = insertionOfValues(db, writes, sql`EXISTS (SELECT 1 FROM written)`)
  return Effect.map(insertContacts(db, writes, { condition: areSo, more }), (count) => count > 0)
}

const states = new WeakMap<CustomField, FieldState>()

/** The state of a definition as it is stored. It is kept while the definition is, because many contacts have the same. */
const stateOf = (field: CustomField): FieldState => {
  const known = states.get(field)
  if (known !== undefined) return known
  const { select_options: options } = customFieldRecord(field)
  const state = { uuid: field.uuid, type: field.fieldType, options }
  states.set(field, state)
  return state
}
