import { addressesOf, type ContactStore } from "@rollcall/core"
import { Effect, Option, Schema } from "effect"
import { eraseRecipients } from "../broadcasts/EraseRecipients.ts"
import type { Db } from "../kernel/Database.ts"
import { firstOf } from "../kernel/Rows.ts"

const reached = firstOf(
  Schema.Struct({ chatappId: Schema.NullOr(Schema.String), phoneNumber: Schema.NullOr(Schema.String) }).pipe(
    Schema.encodeKeys({ chatappId: "chatapp_id", phoneNumber: "phone_number" })
  )
)

/**
 * What refers to the contact goes with it: custom values, memberships and notes. Recipients come first, as for everybody
 * who changes both; should the contact have got another number meanwhile, then those of that number too.
 */
export const eraseContact = (db: Db): ContactStore["Service"]["erase"] =>
  Effect.fn("ContactStore.erase")((workspace, uuid) =>
    db.transaction(
      Effect.gen(function* () {
        const { sql } = db
        const named = sql`FROM contacts WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`
        const before = yield* addresses(db, sql`SELECT chatapp_id, phone_number ${named}`)
        if (Option.isNone(before)) return false
        yield* eraseRecipients(db, workspace, before.value)
        const last = yield* addresses(db, sql`DELETE ${named} RETURNING chatapp_id, phone_number`)
        if (Option.isNone(last)) return false
        yield* eraseRecipients(
          db,
          workspace,
          last.value.filter((address) => !before.value.includes(address))
        )
        return true
      })
    )
  )

const addresses = (db: Db, statement: Parameters<typeof reached>[1]) =>
  Effect.map(
    reached(db, statement),
    Option.map((contact) => addressesOf(contact))
  )
