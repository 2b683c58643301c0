import { call } from "../api/Client.ts"
import { type Loaded, useLoad } from "../api/Load.ts"
import type { BroadcastSummary } from "./draft/Again.ts"
import type { ListedTemplate } from "./preview/Template.ts"
import { allPages, pageOf } from "../api/Pages.ts"

export const useTemplates = (): Loaded<ReadonlyArray<ListedTemplate>> =>
  useLoad(
    (signal) =>
      allPages(async (after) => {
        const query = { limit: 100, offset: Number(after) }
        const { pagination, templates } = await call("GET /v1/templates", { query, signal })
        return pageOf(templates, pagination)
      }, signal),
    []
  )

/** Loads the newest broadcasts, newest first. */
export const useNewestBroadcasts = (): Loaded<ReadonlyArray<BroadcastSummary>> =>
  useLoad(
    (signal) => call("GET /broadcasts", { query: { limit: 200 }, signal }).then(({ broadcasts }) => broadcasts),
    []
  )
