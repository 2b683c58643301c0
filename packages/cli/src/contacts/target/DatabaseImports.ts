import {
  ActorUuid,
  ContactImports,
  type ContactImportUuid,
  CustomFieldStore,
  type ImportRequest,
  isImportOver,
  nextId,
  runImport,
  type StorageError
} from "@rollcall/core"
import { refuseDatabase } from "@rollcall/server"
import { sentence } from "../../target/ServerClient.ts"
import { toWireIssues } from "@rollcall/api"
import { Effect, Layer, Schedule } from "effect"
import { PersistedQueue } from "effect/persistence"
import { CommandRefused } from "../../CommandRefused.ts"
import { patience } from "../../target/Patience.ts"
import { type FailedRow, HandOverFailed, ImportTarget, TargetLost } from "../import/ImportTarget.ts"
import { type DatabaseAddress, DatabaseWorkspace } from "../../target/DatabaseRollcall.ts"

/** Imports into a workspace of a database. This process applies the rows itself, beside any other that may. */
export const layerDatabaseImports = ({ origin, url }: Pick<DatabaseAddress, "origin" | "url">) =>
  Layer.effect(
    ImportTarget,
    Effect.gen(function* () {
      const imports = yield* ContactImports
      const fields = yield* CustomFieldStore
      const workspace = yield* DatabaseWorkspace
      const actor = ActorUuid.make(yield* nextId)
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof runImport>>>()

      const problem = (error: StorageError): string => refuseDatabase(url, error, origin).message

      const sendError = (error: StorageError) => {
        switch (error.reason) {
          case "Corrupt":
            return new CommandRefused({ message: problem(error) })
          case "Conflict":
            return new HandOverFailed({ message: problem(error), arrived: "no" })
          case "Unavailable":
            return new HandOverFailed({ message: problem(error), arrived: "unknown" })
        }
      }

      const send = Effect.fn("DatabaseImports.send")(
        function* (request: ImportRequest) {
          const { uuid } = yield* imports.create({ workspace, actor }, request)
          return uuid
        },
        Effect.catchTags({
          ContactListArchived: ({ uuid }) => refuse(`--list: the contact list ${uuid} is archived`),
          ContactListNotFound: ({ uuid }) => refuse(`--list: there is no contact list ${uuid}`),
          InvalidInput: ({ message }) => refuse(message),
          StorageError: (error) => Effect.fail(sendError(error))
        })
      )

      const apply = Effect.fnUntraced(
        function* (uuid: ContactImportUuid) {
          yield* Effect.provideContext(runImport({ workspace, contactImport: uuid }), context)
          return yield* imports.get(workspace, uuid)
        },
        Effect.repeat({ schedule: Schedule.spaced("100 millis"), until: isImportOver })
      )

      const failedRows = Effect.fnUntraced(function* (uuid: ContactImportUuid, total: number) {
        const failed: Array<FailedRow> = []
        while (failed.length < total) {
          const { items } = yield* imports.rows(workspace, uuid, "failed", { limit: 1_000, offset: failed.length })
          if (items.length === 0) break
          for (const { index, result } of items) {
            failed.push({
              index,
              reason: toWireIssues(result?.issues ?? [])
                .map(sentence)
                .join("; ")
            })
          }
        }
        return failed
      })

      const outcome = Effect.fn("DatabaseImports.outcome")(
        function* (uuid: ContactImportUuid) {
          const { counts } = yield* apply(uuid)
          return { counts, failed: yield* failedRows(uuid, counts.failed) }
        },
        Effect.retry({
          schedule: patience,
          while: (error) => error._tag === "StorageError" && error.reason !== "Corrupt"
        }),
        Effect.mapError((error) => new TargetLost({ message: error._tag === "StorageError" ? problem(error) : lost }))
      )

      return ImportTarget.of({
        afterwards: "The next import into this database, or a server on it, goes on with what was handed over.",
        definitions: Effect.mapBoth(fields.all(workspace), {
          onFailure: (error) => new CommandRefused({ message: problem(error) }),
          onSuccess: (all) => all.filter(({ status }) => status === "active")
        }),
        send,
        outcome
      })
    })
  ).pipe(Layer.provide(PersistedQueue.layer))

const refuse = (message: string) => Effect.fail(new CommandRefused({ message }))

const lost = "an import is gone from the database"
