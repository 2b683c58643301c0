import { systemCaller, type ContactUuid, OptOuts, type WorkspaceUuid } from "@rollcall/core"
import { layerAddressedRecipients } from "@rollcall/core/sending"
import { ContactMerges, Timeline, type TimelineEntry, type TimelineRequest } from "@rollcall/core/people"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import { services } from "../../Services.ts"

/** The services with timelines and opt-outs, over one store in memory. */
export const withTimeline = Layer.mergeAll(Timeline.layer, ContactMerges.layer, services).pipe(
  Layer.provideMerge(OptOuts.layer),
  Layer.provideMerge(layerAddressedRecipients),
  Layer.provideMerge(storage)
)

/** All of a timeline, page by page; `between` runs after each page but the last. */
export const walked = Effect.fnUntraced(function* <E = never, R = never>(
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  request: TimelineRequest = {},
  between: Effect.Effect<void, E, R> = Effect.void
) {
  const timeline = yield* Timeline
  const entries: Array<TimelineEntry> = []
  let after = request.after ?? null
  do {
    const { items, next } = yield* timeline.read(systemCaller(workspace), contact, { ...request, after })
    entries.push(...items)
    after = next
    if (next !== null) yield* between
  } while (after !== null)
  return entries
})
