import type { EventPageResource } from "@rollcall/api"
import { Effect, Option, Stream } from "effect"

export interface EventPagesOptions {
  /** The cursor of the event to continue after; null for the oldest stored event. */
  readonly after: string | null
  /** The most events to read; null for no limit. */
  readonly limit: number | null
  /** Whether to wait for new events after the last stored event. */
  readonly follow: boolean
}

const pageLimit = 1_000

/** How long to wait after an empty page, with `follow`. */
const pollEvery = "1 second"

/** Streams the events of successive pages, in order. */
export const eventPages = <E, R>(
  readPage: (after: string | null, limit: number) => Effect.Effect<typeof EventPageResource.Type, E, R>,
  { after, follow, limit }: EventPagesOptions
) => {
  const pages = Stream.paginate(after, (after) =>
    Effect.map(readPage(after, Math.min(limit ?? pageLimit, pageLimit)), (page) => {
      const next = follow || page.has_more ? Option.some<string | null>(page.next) : Option.none<string | null>()
      return [[page], next] as const
    })
  )
  const paced = Stream.tap(pages, ({ events, has_more }) =>
    follow && events.length === 0 && !has_more ? Effect.sleep(pollEvery) : Effect.void
  )
  const events = Stream.flatMap(paced, ({ events }) => Stream.fromIterable(events))
  return limit === null ? events : Stream.take(events, limit)
}
