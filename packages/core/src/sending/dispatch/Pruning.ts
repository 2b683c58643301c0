import { Duration, Effect, Struct } from "effect"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { ContactImportStore } from "../../people/imports/ContactImportStore.ts"
import { ReceivedMessageStore } from "../messages/ReceivedMessageStore.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { WorkspaceStore } from "../../people/workspaces/WorkspaceStore.ts"

/** What is removed by its age when it is asked for, and for how long each is kept. What is absent stays. */
export interface KeepFor {
  readonly events?: Duration.Duration | undefined
  readonly importRows?: Duration.Duration | undefined
  readonly recipients?: Duration.Duration | undefined
  readonly messages?: Duration.Duration | undefined
}

/** How one kind is removed. */
interface Kind {
  /** Removes up to `limit` rows that are kept for longer than `keepFor`, and returns how many. */
  readonly remove: (options: {
    readonly keepFor: Duration.Duration
    readonly limit: number
  }) => Effect.Effect<number, StorageError>
  /** Returns how many it would remove without a limit. */
  readonly count: (keepFor: Duration.Duration) => Effect.Effect<number, StorageError>
}

/** How many rows one step removes. Other writers on SQLite wait for the step, and come in between. */
const stepSize = 1_000

/**
 * How recipients of broadcasts that are over are removed. A frequency cap counts what was sent to them: they are
 * kept for as long as the longest one of any workspace looks back.
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
 * Removes everything that is older, in small steps, and returns how many of each. If `dryRun`, it removes nothing and
 * returns how many would be removed.
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

/** Removes step by step until nothing is left. */
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
