import type { DeliveryStore } from "@rollcall/core/storage"
import { Delivery } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import { createHmac } from "node:crypto"
import type { Db } from "../database/Database.ts"
import { oneOf } from "../database/Rows.ts"

const keyRow = oneOf(Schema.Struct({ key: Schema.String }))

/**
 * Returns a function that makes digests with the database's key, which a migration created. The key never changes, so it is
 * read once. Someone who can read only the recipients cannot find out which message, and so which phone number, a digest
 * belongs to.
 */
export const messageDigest = (db: Db): DeliveryStore["Service"]["messageDigest"] => {
  let known: Delivery.MessageDigest | null = null
  return Effect.suspend(() =>
    known !== null
      ? Effect.succeed(known)
      : Effect.map(
          keyRow(db)(db.sql`SELECT key FROM ${db.table("digest_keys")} WHERE name = 'messages'`),
          ({ key }) =>
            (known = Delivery.messageDigestWith((messageId) =>
              createHmac("sha256", key).update(messageId).digest("base64url")
            ))
        )
  )
}
