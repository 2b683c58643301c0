import { CurrentActor } from "@rollcall/core/operations"
import type { ContactStore, ContactWrite } from "@rollcall/core/storage"
import { Effect, Exit, Option, Semaphore } from "effect"
import type { Db } from "../database/Database.ts"
import { batchStatement } from "../database/StatementBatch.ts"
import type { IndexBacklog } from "./IndexBacklog.ts"
import { saveNow, type Saving } from "./SaveContacts.ts"
import { charactersIn } from "./WriteSize.ts"

/**
 * Maximum concurrent inserting statements or transactions. Contacts that arrive meanwhile are gathered for the next one.
 */
const atOnce = 3

/**
 * Characters above which a contact is large. Large contacts are inserted one by one, because several in one statement would
 * slow each other down.
 */
const large = 32 * 1024

/** Maximum large contacts inserted at a time, in addition to others. */
const largeAtOnce = 3

interface SizedSaving extends Saving {
  readonly characters: number
}

/**
 * Saves contacts. A single new contact that is saved in one statement, or on a condition, shares its statement with
 * concurrent saves. That saves a round trip or a commit for each. If the database rejects one of them, each contact is
 * saved again in its own statement. Large contacts wait for each other; small contacts never wait for large ones.
 */
export const saveContacts = (db: Db, backlog: IndexBacklog): ContactStore["Service"]["save"] => {
  const largeTurns = Semaphore.makeUnsafe(largeAtOnce)
  const gather = batchStatement(db, {
    isShared: true,
    isEager: db.dialect.engine.sharesReads,
    atOnce,
    // A version belongs to one workspace. Contacts without a condition are saved together across workspaces.
    keyOf: ({ created: [write], version }: SizedSaving) =>
      [version, version === null ? "" : write?.contact.workspaceUuid, write?.event.type].join(" "),
    sizeOf: ({ characters }) => characters,
    one: (saving) => saveNow(db, saving),
    all: (savings) => {
      const created = savings.flatMap((saving) => saving.created)
      const together = saveNow(db, { created, changed: [], version: savings[0].version })
      return Effect.map(together, (isSaved) => savings.map(() => Exit.succeed(isSaved)))
    }
  })
  const save = (writes: Pick<Saving, "changed" | "created">, version: number | null) => {
    const { changed, created } = writes
    const saving = { ...writes, version }
    const characters = charactersIn(created) + charactersIn(changed)
    backlog.add(characters)
    const [first, ...others] = created
    const isOneNew = first !== undefined && others.length === 0 && changed.length === 0
    if (!isOneNew || (saving.version === null && first.changes.length > 0)) return saveNow(db, saving)
    if (characters < large) return gather({ ...saving, characters })
    return Effect.flatMap(Effect.serviceOption(db.sql.transactionService), (around) =>
      Option.isSome(around) ? saveNow(db, saving) : largeTurns.withPermit(saveNow(db, saving))
    )
  }
  // Callers that share a statement may act for different users.
  return ({ changed, created }, onlyIf) =>
    Effect.flatMap(CurrentActor, (by) => {
      const authored = (write: ContactWrite) => ({ ...write, by })
      const writes = { created: created.map(authored), changed: changed.map(authored) }
      return save(writes, onlyIf?.definitionsVersion ?? null)
    })
}
