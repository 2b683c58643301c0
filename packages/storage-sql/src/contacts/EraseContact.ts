import type { ContactStore } from "@rollcall/core/storage"
import { Schema } from "effect"
import type { Db } from "../shared/Database.ts"
import { firstOf, namedColumns } from "../shared/Rows.ts"

const erased = firstOf(
  Schema.Struct({ chatappId: Schema.NullOr(Schema.String), phoneNumber: Schema.NullOr(Schema.String) }).pipe(
    namedColumns({ chatappId: "chatapp_id", phoneNumber: "phone_number" })
  )
)

/** Deletes a contact. Its custom values, memberships and notes are deleted by their foreign keys. */
export const eraseContact =
  (db: Db): ContactStore["Service"]["erase"] =>
  (workspace, uuid) =>
    erased(
      db,
      db.sql`
        DELETE FROM ${db.table("contacts")} WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}
        RETURNING chatapp_id, phone_number`
    )
