import { toBroadcastResource, toEventResource } from "@rollcall/api"
import type { BroadcastNotFound, EventsRemoved, InvalidInput, StorageError } from "@rollcall/core"
import type { BroadcastDetails } from "@rollcall/core/sending"
import type { EventPage } from "@rollcall/core/events"
import { Array, Duration, Effect, Schedule, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

/** How often a stream sends a heartbeat. A proxy could close a connection that is silent for longer. */
const heartbeatEvery = Duration.seconds(15)

/** How often the caller of a stream is looked up again. */
const authorizeEvery = Duration.seconds(15)

/** How long to wait before reading the store again after an error. The stream continues at its position. */
const restAfterFailure = Duration.seconds(1)

const eventsAtOnce = 100

interface EventStreamOptions {
  /** The cursor to continue after; null for the oldest stored event. */
  readonly after: string | null
  readonly pages: (after: string | null) => Stream.Stream<EventPage, InvalidInput | EventsRemoved | StorageError>
  /** Emits the broadcast after each change; null without a broadcast. */
  readonly counters: Stream.Stream<BroadcastDetails, BroadcastNotFound | StorageError> | null
  /** Waits until there is time to write the next events. */
  readonly turn: Effect.Effect<void>
  /** Completes when the stream must end. */
  readonly end: Effect.Effect<void>
  /** Whether the caller may still read the stream. */
  readonly mayGoOn: Effect.Effect<boolean, unknown>
}

/**
 * Responds with server-sent events. The id of each event is its cursor; where events are skipped, only an id is sent. The
 * stream writes as fast as its client reads: for a slow client, it buffers one page and the newest counters. Proxies must
 * not store or compress it.
 */
export const eventStream = (options: EventStreamOptions) =>
  HttpServerResponse.stream(Stream.encodeText(textsOf(options)), {
    contentType: "text/event-stream; charset=utf-8",
    headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" }
  })

const textsOf = ({ after, counters, end, mayGoOn, pages, turn }: EventStreamOptions): Stream.Stream<string> => {
  // Sent at once, because the headers are sent with the first part of the body.
  const beginning = Stream.succeed(after === null ? heartbeat : idOnly(after))
  const heartbeats = Stream.map(Stream.drop(Stream.tick(heartbeatEvery), 1), () => heartbeat)
  const broadcasts =
    counters === null
      ? Stream.never
      : Stream.map(untilRead(Stream.catchTag(counters, "BroadcastNotFound", () => Stream.never)), broadcastText)
  const beside = Stream.merge(heartbeats, broadcasts)
  const refused = mayGoOn.pipe(
    // A failed lookup does not end the stream: the next lookup may succeed.
    Effect.catchCause(() => Effect.succeed(true)),
    Effect.delay(authorizeEvery),
    Effect.repeat({ until: (allowed) => !allowed })
  )
  return Stream.concat(beginning, eventTexts(after, pages, turn)).pipe(
    Stream.merge(beside, { haltStrategy: "left" }),
    Stream.interruptWhen(Effect.raceFirst(end, refused))
  )
}

/** Emits the events. After an error of the store, continues at its position. Ends if the next events were removed. */
const eventTexts = (
  after: string | null,
  pages: EventStreamOptions["pages"],
  turn: Effect.Effect<void>
): Stream.Stream<string> => {
  let position = after
  return Stream.suspend(() => inTurns(pages(position), turn)).pipe(
    Stream.catchTags({ InvalidInput: () => Stream.empty, EventsRemoved: () => Stream.empty }),
    Stream.tap(({ next }) =>
      Effect.sync(() => {
        position = next
      })
    ),
    untilRead,
    Stream.flatMap((page) => inTurns(pageTexts(page), turn))
  )
}

/** Waits for a turn before each part of a stream, because SQLite reads a page synchronously, which takes milliseconds. */
const inTurns = <A, E>(stream: Stream.Stream<A, E>, turn: Effect.Effect<void>): Stream.Stream<A, E> =>
  Stream.transformPull(stream, (pull) => Effect.succeed(Effect.andThen(turn, pull)))

/** Restarts a stream until the store can be read. */
const untilRead = <A>(stream: Stream.Stream<A, StorageError>): Stream.Stream<A> =>
  Stream.orDie(Stream.retry(stream, Schedule.spaced(restAfterFailure)))

const heartbeat = ":\n\n"

const idOnly = (cursor: string): string => `id: ${cursor}\n\n`

function* textsOfPage({ events, next }: EventPage) {
  for (const some of Array.chunksOf(events, eventsAtOnce)) {
    yield some.map((event) => `id: ${event.cursor}\ndata: ${JSON.stringify(toEventResource(event))}\n\n`).join("")
  }
  if (events.at(-1)?.cursor !== next) yield idOnly(next)
}

const pageTexts = (page: EventPage) => Stream.fromIterable(textsOfPage(page), { chunkSize: 1 })

const broadcastText = (details: BroadcastDetails): string =>
  `event: broadcast\ndata: ${JSON.stringify(toBroadcastResource(details))}\n\n`
