import { addressesOf, type ContactStore, type StorageError } from "@rollcall/core"
import { Data, Effect, Option, Schema } from "effect"
import { eraseRecipients } from "../broadcasts/EraseRecipients.ts"
import type { Db } from "../kernel/Database.ts"
import { firstOf } from "../kernel/Rows.ts"

const reached = firstOf(
  Schema.Struct({ chatappId: Schema.NullOr(Schema.String), phoneNumber: Schema.NullOr(Schema.String) }).pipe(
    Schema.encodeKeys({ chatappId: "chatapp_id", phoneNumber: "phone_number" })
  )
)

/** Between two steps of erasing it the contact got another number. */
class Moved extends Data.TaggedError("Moved") {}

/**
 * What refers to the contact goes with it: custom values, memberships and notes. Recipients come first, as for everybody
 * who changes both; should the contact have got another number meanwhile, it begins anew.
 */
export const eraseContact = (db: Db): ContactStore["Service"]["erase"] =>
  Effect.fn("ContactStore.erase")((workspace, uuid) => {
    const { sql } = db
    const named = sql`FROM contacts WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`
    const erase = Effect.gen(function* () {
      const before = yield* addresses(db, sql`SELECT chatapp_id, phone_number ${named}`)
      if (Option.isNone(before)) return false
      yield* eraseRecipients(db, workspace, before.value)
      const last = yield* addresses(db, sql`DELETE ${named} RETURNING chatapp_id, phone_number`)
      if (Option.isNone(last)) return false
      return last.value.every((address) => before.value.includes(address)) ? true : yield* new Moved()
    })
    const attempt = (): Effect.Effect<boolean, StorageError> => Effect.catchTag(db.transaction(erase), "Moved", attempt)
    return attempt()
  })

const addresses = (db: Db, statement: Parameters<typeof reached>[1]) =>
  Effect.map(
    reached(db, statement),
    Option.map((contact) => addressesOf(contact))
  )
