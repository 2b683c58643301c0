import { AudienceStore } from "@rollcall/core/storage"
import { Effect, Schema, Stream } from "effect"
import { ContactRow } from "../contacts/ContactRow.ts"
import { storeLayer } from "../database/Database.ts"
import { readTotal, rowsDecoder } from "../database/Rows.ts"
import { searchOf, selectContacts, selectSize } from "./Selections.ts"

const contacts = rowsDecoder(ContactRow)
const exclusions = rowsDecoder(Schema.Struct({ is_excluded: Schema.BooleanFromBit }))

const selected = Effect.fnUntraced(function* (rows: ReadonlyArray<unknown>) {
  const excluded = yield* exclusions(rows)
  const found = yield* contacts(rows)
  return found.map((contact, n) => ({ contact, isExcluded: excluded[n]?.is_excluded === true }))
})

/** The {@link AudienceStore} port. A walk is one statement, read in parts. */
export const layer = storeLayer(AudienceStore, (db) => {
  const { dialect, mapErrors } = db
  return {
    walk: (workspace, selection, atOnce) =>
      dialect.readParts(selectContacts(db, workspace, selection), atOnce).pipe(
        Stream.mapEffect(selected),
        Stream.catch((error) => Stream.fromEffect(mapErrors(Effect.fail(error))))
      ),

    walksAtOnce: dialect.walksAtOnce,

    size: (workspace, { include }, { slow }) => {
      const { length, usesTrigrams } = searchOf(include, dialect.engine)
      const found = dialect.runSearch(selectSize(db, workspace, include), { isPrepared: false, usesTrigrams })
      return slow(readTotal(db)(found), length)
    }
  }
})
