import { toBroadcastResource, toEventResource } from "@rollcall/api"
import type { BroadcastNotFound, EventsRemoved, InvalidInput, StorageError } from "@rollcall/core"
import type { BroadcastDetails } from "@rollcall/core/sending"
import type { EventPage } from "@rollcall/core/events"
import { Array, Duration, Effect, Schedule, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

/** How often a stream has something to say at least, so that no proxy takes its connection for dead. */
const heartbeatEvery = Duration.seconds(15)

/** How often the caller of a stream is looked up again. */
const authorizeEvery = Duration.seconds(15)

/** The pause after the store could not be read. The stream goes on where it was. */
const restAfterFailure = Duration.seconds(1)

/** How many events are written at once. */
const eventsAtOnce = 100

/** What a stream of events is made of. */
interface EventStreamOptions {
  /** The cursor to continue after; null for the oldest event that is kept. */
  readonly after: string | null
  readonly pages: (after: string | null) => Stream.Stream<EventPage, InvalidInput | EventsRemoved | StorageError>
  /** A broadcast, whenever it has changed; null for none. */
  readonly counters: Stream.Stream<BroadcastDetails, BroadcastNotFound | StorageError> | null
  /** Waits until there is time for the next events. */
  readonly turn: Effect.Effect<void>
  /** Waits until the stream has to end. */
  readonly end: Effect.Effect<void>
  /** Whether its caller may read on. */
  readonly mayGoOn: Effect.Effect<boolean, unknown>
}

/**
 * Makes the answer that has events as server-sent events, each with its cursor as the id, and an id alone where events were
 * left out. It is written as fast as its client reads, and what waits for a slow one is a page and the newest counters.
 * Neither a proxy nor a compression may keep it.
 */
export const eventStream = (options: EventStreamOptions) =>
  HttpServerResponse.stream(Stream.encodeText(textsOf(options)), {
    contentType: "text/event-stream; charset=utf-8",
    headers: { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" }
  })

const textsOf = ({ after, counters, end, mayGoOn, pages, turn }: EventStreamOptions): Stream.Stream<string> => {
  // Said at once: the headers are sent with the first text.
  const beginning = Stream.succeed(after === null ? heartbeat : idOnly(after))
  const heartbeats = Stream.map(Stream.drop(Stream.tick(heartbeatEvery), 1), () => heartbeat)
  const broadcasts =
    counters === null
      ? Stream.never
      : Stream.map(untilRead(Stream.catchTag(counters, "BroadcastNotFound", () => Stream.never)), broadcastText)
  const beside = Stream.merge(heartbeats, broadcasts)
  const refused = mayGoOn.pipe(
    // A lookup that fails says nothing against the caller: the next one may.
    Effect.catchCause(() => Effect.succeed(true)),
    Effect.delay(authorizeEvery),
    Effect.repeat({ until: (allowed) => !allowed })
  )
  return Stream.concat(beginning, eventTexts(after, pages, turn)).pipe(
    Stream.merge(beside, { haltStrategy: "left" }),
    Stream.interruptWhen(Effect.raceFirst(end, refused))
  )
}

/** The events, read again from where it was after the store could not be read. It ends where they were removed. */
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

/** A stream each of whose parts is made once it is its turn: a page is read at once on SQLite, and takes milliseconds. */
const inTurns = <A, E>(stream: Stream.Stream<A, E>, turn: Effect.Effect<void>): Stream.Stream<A, E> =>
  Stream.transformPull(stream, (pull) => Effect.succeed(Effect.andThen(turn, pull)))

/** A stream that is begun again for as long as the store cannot be read. */
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
