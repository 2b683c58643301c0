import { Duration, Effect, Struct } from "effect"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { EventStore } from "../events/EventStore.ts"
import { ContactImportStore } from "../imports/ContactImportStore.ts"
import { ReceivedMessageStore } from "../messages/ReceivedMessageStore.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.ts"

/** What is removed by its age when it is asked for, and for how long each is kept. What is absent stays. */
export interface KeepFor {
  readonly events?: Duration.Duration
  readonly importRows?: Duration.Duration
  readonly recipients?: Duration.Duration
  readonly messages?: Duration.Duration
}

/** Removes up to `limit` rows that are kept for longer than `keepFor`, and returns how many. */
type Prune = (options: {
  readonly keepFor: Duration.Duration
  readonly limit: number
}) => Effect.Effect<number, StorageError>

/** How many rows one step removes. Other writers on SQLite wait for the step, and come in between. */
const stepSize = 1_000

/**
 * The step that removes recipients of broadcasts that are over. A frequency cap counts what was sent to them (Q3): they are
 * kept for as long as the longest one of any workspace looks back.
 */
export const recipientPruning: Effect.Effect<Prune, never, BroadcastStore | WorkspaceStore> = Effect.gen(function* () {
  const { pruneRecipients } = yield* BroadcastStore
  const workspaces = yield* WorkspaceStore
  const longestCap = Effect.gen(function* () {
    const settings = yield* Effect.forEach(yield* workspaces.list, ({ uuid }) => workspaces.settings(uuid))
    const days = settings.flatMap((one) => (one._tag === "Some" ? [one.value.frequencyCap?.days ?? 0] : []))
    return Duration.days(Math.max(0, ...days))
  })
  return ({ keepFor, limit }) =>
    Effect.flatMap(longestCap, (cap) => pruneRecipients({ keepFor: Duration.max(keepFor, cap), limit }))
})

/** Removes everything that is older, in small steps, and returns how many of each (K7). */
export const prune = Effect.fn("Pruning.prune")(function* (keepFor: KeepFor) {
  const steps: { readonly [Kind in keyof Required<KeepFor>]: Prune } = {
    events: (yield* EventStore).prune,
    importRows: (yield* ContactImportStore).pruneRows,
    recipients: yield* recipientPruning,
    messages: (yield* ReceivedMessageStore).prune
  }
  const pruned: Partial<Record<keyof KeepFor, number>> = {}
  for (const kind of Struct.keys(steps)) {
    const kept = keepFor[kind]
    if (kept !== undefined) pruned[kind] = yield* pruneAll(steps[kind], kept)
  }
  return pruned
})

/** Removes step by step until none is left. */
const pruneAll = Effect.fnUntraced(function* (prune: Prune, keepFor: Duration.Duration) {
  let removed = 0
  let last = stepSize
  while (last >= stepSize) {
    last = yield* prune({ keepFor, limit: stepSize })
    removed += last
    yield* Effect.yieldNow
  }
  return removed
})
