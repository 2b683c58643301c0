import { call } from "../api/Client.ts"
import { type Loaded, useLoad } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import type { BroadcastSummary } from "./draft/Again.ts"
import type { ListedTemplate } from "./preview/Template.ts"

/** Every template of the workspace. */
export const useTemplates = (): Loaded<ReadonlyArray<ListedTemplate>> =>
  useLoad(
    (signal) =>
      allPages((offset) =>
        call("GET /v1/templates", { query: { limit: 100, offset }, signal }).then(({ pagination, templates }) => ({
          items: templates,
          total: pagination.total
        }))
      ),
    []
  )

const allPages = async <A>(
  page: (offset: number) => Promise<{ readonly items: ReadonlyArray<A>; readonly total: number }>
): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for (;;) {
    const { items, total } = await page(all.length)
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}

/** The newest broadcasts, the newest first. */
export const useNewestBroadcasts = (): Loaded<ReadonlyArray<BroadcastSummary>> =>
  useLoad(
    (signal) => call("GET /broadcasts", { query: { limit: 200 }, signal }).then(({ broadcasts }) => broadcasts),
    []
  )

export type Settings = AnswerOf<"GET /v1/settings">

/** What the workspace limits of marketing. */
export const useSettings = (): Loaded<Settings> => useLoad((signal) => call("GET /v1/settings", { signal }), [])
