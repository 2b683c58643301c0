import type { StorageError } from "@rollcall/core"
import { type BroadcastRef, type BroadcastStore, hasExpired, type IdempotencyRecord } from "@rollcall/core/storage"
import { type DateTime, type Duration, Effect, Option } from "effect"
import type { Database } from "../database/Database.ts"
import type { BroadcastRow, Tables } from "../database/Tables.ts"
import {
  addRecipients,
  areTaken,
  checkAfterClaim,
  conflict,
  dueRows,
  earlier,
  find,
  goingOn,
  keepKey,
  nextCheck,
  published,
  put,
  refOf,
  removeRecipients,
  unresolved
} from "./BroadcastRows.ts"

type Store = BroadcastStore["Service"]

/** The methods of `BroadcastStore` that resolve audiences. */
export const resolutionsOf = ({
  read,
  write
}: Database["Service"]): Pick<
  Store,
  "open" | "claimUnresolved" | "discardRecipients" | "expectContacts" | "extend" | "complete" | "progress"
> => {
  /** Changes a resolving broadcast if the given attempt is its newest. */
  const attempted = (
    ref: BroadcastRef,
    attempt: number,
    change: (tables: Tables, row: BroadcastRow, now: DateTime.Utc) => BroadcastRow | undefined
  ) =>
    write((tables, now) => {
      const row = published(tables, ref)
      const isNewest = row?.broadcast.status === "resolving" && row.attempt === attempt
      const changed = isNewest ? change(tables, row, now) : undefined
      if (changed === undefined) return Effect.fail(conflict("The attempt is over, or what it stores is taken"))
      put(tables, changed)
      return Effect.void
    }).pipe(Effect.flatten)

  const putOff = (row: BroadcastRow, dueAfter: Duration.Duration, now: DateTime.Utc): BroadcastRow => ({
    ...row,
    nextCheckAt: nextCheck(row.broadcast, dueAfter, now)
  })

  return {
    open: (broadcast, idempotency) =>
      write((tables, now): Effect.Effect<Option.Option<IdempotencyRecord>, StorageError> => {
        const ref = refOf(broadcast)
        const existing = idempotency && tables.idempotencyKeys.get(ref.workspace, idempotency.key)
        if (existing) return Effect.succeed(Option.some(existing.record))
        if (find(tables, ref) !== undefined) return Effect.fail(conflict("The uuid is taken"))
        const from = broadcast.status === "resolving" ? now : broadcast.scheduledAt
        const nextCheckAt = earlier(from, broadcast.validUntil)
        put(tables, {
          ...unresolved,
          ...goingOn,
          broadcast: { ...broadcast, isComplete: false },
          isStaged: false,
          nextCheckAt
        })
        if (idempotency) keepKey(tables, ref, idempotency, now)
        return Effect.succeed(Option.none())
      }).pipe(Effect.flatten),

    claimUnresolved: ({ dueAfter, limit }) =>
      write((tables, now) =>
        dueRows(tables, now, limit, "resolutions").map((row) => {
          const { broadcast } = row
          const attempt = row.attempt + 1
          const nextCheckAt = checkAfterClaim(broadcast, dueAfter, now)
          put(tables, { ...row, ...unresolved, attempt, nextCheckAt })
          return { ref: refOf(broadcast), attempt, hasExpired: hasExpired(broadcast, now) }
        })
      ),

    discardRecipients: (ref, attempt, dueAfter) =>
      Effect.as(
        attempted(ref, attempt, (tables, row, now) => {
          removeRecipients(tables, ref)
          return putOff(row, dueAfter, now)
        }),
        true
      ),

    expectContacts: (ref, attempt, contacts) =>
      attempted(ref, attempt, (_tables, row) => ({ ...row, progress: { ...row.progress, contacts } })),

    extend: (ref, attempt, recipients, dueAfter) =>
      attempted(ref, attempt, (tables, row, now) => {
        if (areTaken(tables, ref.workspace, recipients)) return undefined
        addRecipients(tables, ref, recipients, now)
        const resolved = row.progress.resolved + recipients.length
        return putOff({ ...row, progress: { ...row.progress, resolved } }, dueAfter, now)
      }),

    complete: (ref, attempt) =>
      attempted(ref, attempt, (_tables, row) => ({ ...row, broadcast: { ...row.broadcast, isComplete: true } })),

    progress: (ref) =>
      read((tables) => {
        const row = published(tables, ref)
        return row === undefined || row.attempt === 0 ? Option.none() : Option.some(row.progress)
      })
  }
}
