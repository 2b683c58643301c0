import { Contacts, CustomFieldStore, type SearchRequest, type StorageError } from "@rollcall/core"
import { refuseDatabase } from "@rollcall/server"
import { Effect, Layer } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import { ContactSource } from "../export/ContactSource.ts"
import { patience } from "../../target/Patience.ts"
import { type DatabaseAddress, DatabaseWorkspace } from "../../target/DatabaseRollcall.ts"
import { toWireIssues } from "@rollcall/api"
import { sentence } from "../../target/ServerClient.ts"

/** How many contacts are read at a time. */
const pageSize = 1_000

/** The contacts of a workspace of a database. */
export const layerDatabaseContacts = ({ origin, url }: Pick<DatabaseAddress, "origin" | "url">) =>
  Layer.effect(
    ContactSource,
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const fields = yield* CustomFieldStore
      const workspace = yield* DatabaseWorkspace
      const refuse = (error: StorageError) =>
        new CommandRefused({ message: refuseDatabase(url, error, origin).message })

      const page = Effect.fn("DatabaseContacts.page")((request: SearchRequest, offset: number) =>
        contacts.search(workspace, request, { limit: pageSize, offset }).pipe(
          Effect.retry({
            schedule: patience,
            while: (error) => error._tag === "StorageError" && error.reason !== "Corrupt"
          }),
          Effect.mapBoth({
            onFailure: (error) =>
              error._tag === "InvalidInput"
                ? new CommandRefused({ message: toWireIssues(error.issues).map(sentence).join("; ") })
                : refuse(error),
            onSuccess: ({ items }) => items
          })
        )
      )

      return ContactSource.of({
        pageSize,
        definitions: Effect.mapBoth(fields.all(workspace), {
          onFailure: refuse,
          onSuccess: (all) => all.filter(({ status }) => status === "active")
        }),
        page
      })
    })
  )
