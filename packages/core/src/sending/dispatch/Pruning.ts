import { Duration, Effect, Struct } from "effect"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { ContactImportStore } from "../../people/imports/ContactImportStore.ts"
import { ReceivedMessageStore } from "../messages/ReceivedMessageStore.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { WorkspaceStore } from "../../people/workspaces/WorkspaceStore.ts"

/** How long to keep each kind of data when pruning. A kind without a duration is kept. */
export interface KeepFor {
  readonly events?: Duration.Duration | undefined
  readonly importRows?: Duration.Duration | undefined
  readonly recipients?: Duration.Duration | undefined
  readonly messages?: Duration.Duration | undefined
}

/** How one kind of data is pruned. */
interface Kind {
  /** Removes up to `limit` rows older than `keepFor`. Returns the number of removed rows. */
  readonly remove: (options: {
    readonly keepFor: Duration.Duration
    readonly limit: number
  }) => Effect.Effect<number, StorageError>
  /** Returns how many rows `remove` would remove without a limit. */
  readonly count: (keepFor: Duration.Duration) => Effect.Effect<number, StorageError>
}

/** The number of rows removed per step. Other SQLite writers wait until the step ends. */
const stepSize = 1_000

/**
 * Prunes the recipients of broadcasts that are over. Keeps recipients for at least the longest frequency cap of any
 * workspace, because the cap counts their messages.
 */
export const recipientPruning: Effect.Effect<Kind, never, BroadcastStore | WorkspaceStore> = Effect.gen(function* () {
  const { prunableRecipients, pruneRecipients } = yield* BroadcastStore
  const workspaces = yield* WorkspaceStore
  const atLeast = Effect.fnUntraced(function* (keepFor: Duration.Duration) {
    const settings = yield* Effect.forEach(yield* workspaces.list, ({ uuid }) => workspaces.settings(uuid))
    const days = settings.flatMap((stored) => (stored._tag === "Some" ? [stored.value.frequencyCap?.days ?? 0] : []))
    return Duration.max(keepFor, Duration.days(Math.max(0, ...days)))
  })
  return {
    remove: ({ keepFor, limit }) => Effect.flatMap(atLeast(keepFor), (keepFor) => pruneRecipients({ keepFor, limit })),
    count: (keepFor) => Effect.flatMap(atLeast(keepFor), prunableRecipients)
  }
})

/**
 * Removes all data older than `keepFor` in small steps. Returns the number of removed rows of each kind. With `dryRun`,
 * removes nothing and returns how many rows it would remove.
 *
 * @see docs/contributing/decisions.md, K7
 */
export const prune = Effect.fn("Pruning.prune")(function* (
  keepFor: KeepFor,
  { dryRun = false }: { readonly dryRun?: boolean } = {}
) {
  const [events, imports, messages] = [yield* EventStore, yield* ContactImportStore, yield* ReceivedMessageStore]
  const kinds: { readonly [Name in keyof Required<KeepFor>]: Kind } = {
    events: { remove: events.prune, count: events.prunable },
    importRows: { remove: imports.pruneRows, count: imports.prunableRows },
    recipients: yield* recipientPruning,
    messages: { remove: messages.prune, count: messages.prunable }
  }
  const pruned: Partial<Record<keyof KeepFor, number>> = {}
  for (const name of Struct.keys(kinds)) {
    const retention = keepFor[name]
    if (retention !== undefined)
      pruned[name] = yield* dryRun ? kinds[name].count(retention) : removeAll(kinds[name], retention)
  }
  return pruned
})

/** Removes rows step by step until none are left. */
const removeAll = Effect.fnUntraced(function* ({ remove }: Kind, keepFor: Duration.Duration) {
  let removed = 0
  let last = stepSize
  while (last >= stepSize) {
    last = yield* remove({ keepFor, limit: stepSize })
    removed += last
    yield* Effect.yieldNow
  }
  return removed
})
