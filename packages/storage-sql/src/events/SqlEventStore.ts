import { EventStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { storeLayer } from "../database/Database.ts"
import { appendEvents } from "./AppendEvents.ts"
import { countPrunable, pruneEvents } from "./PruneEvents.ts"
import { endOfEvents, readEvents } from "./ReadEvents.ts"

/** The {@link EventStore} port over the table `events`. Polls the database for new events. */
export const layer = storeLayer(EventStore, (db) => ({
  append: appendEvents(db),
  read: readEvents(db),
  end: endOfEvents(db),
  await: (_workspace, _after, pollEvery) => Effect.sleep(pollEvery),
  prune: pruneEvents(db),
  prunable: countPrunable(db)
}))
