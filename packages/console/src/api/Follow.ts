import type { LoadPage } from "./Pages.ts"
import { isRecord, readJson, readText } from "../reading/Reader.ts"
import { call, send } from "./Client.ts"
import type { AnswerOf } from "./Operation.ts"
import { Refusal, refusalOf } from "./Refusal.ts"
import { makeMessageReader, type StreamMessage } from "./Messages.ts"

export type LiveEvent = AnswerOf<"GET /v1/events">["events"][number]
export type Broadcast = AnswerOf<"GET /broadcasts/:uuid">
/** A broadcast in a listing. */
export type BroadcastSummary = AnswerOf<"GET /broadcasts">["broadcasts"][number]

export interface LiveOptions {
  /** Event types, joined by commas. Default: all. */
  readonly types?: string
  /** Starts with new events instead of the oldest stored event. */
  readonly fromNow?: boolean
  /** The uuid of a broadcast, to also receive its counters. */
  readonly broadcast?: string
  readonly onEvent?: (event: LiveEvent) => void
  readonly onBroadcast?: (broadcast: Broadcast) => void
  /** Called when the connection becomes live or not. Without a stream, the page polls every few seconds. */
  readonly onLive?: (live: boolean) => void
  /** Called when following ends because the token lacks a scope or the resource doesn't exist. */
  readonly onRefused?: (refusal: Refusal) => void
  readonly signal: AbortSignal
}

/** Returns a random factor from 0.75 to 1.25, so that pages don't all reconnect at the same time. */
const jitter = (): number => 0.75 + (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 510

/**
 * The longest silence in milliseconds, at first and later. The server sends data at once, then every 15 seconds. A proxy
 * may buffer all of it.
 */
const [silentAtFirst, silentLater] = [5_000, 40_000]

/** The polling interval without a stream, in milliseconds. */
const askEvery = 4_000

const [shortest, longest] = [1_000, 30_000]

/**
 * Follows events until the signal aborts. Reconnects and continues after the last event. Without a working stream, polls
 * for events every few seconds.
 */
export const follow = async (options: LiveOptions): Promise<void> => {
  const { onLive, onRefused, signal } = options
  const position: Position = { after: undefined }
  let pause = shortest
  while (!signal.aborted) {
    const attempt = new AbortController()
    const stop = () => attempt.abort()
    let timer = setTimeout(stop, silentAtFirst)
    signal.addEventListener("abort", stop)
    try {
      const response = await send("GET /v1/events/stream", {
        query: { ...queryOf(options, position), broadcast: options.broadcast },
        signal: attempt.signal
      })
      if (response.status === 410) position.after = undefined
      else if (!response.ok) {
        const refusal = refusalOf(response.status, await response.json(), response.headers.get("retry-after"))
        if (response.status < 500 && response.status !== 429) {
          onRefused?.(refusal)
          return
        }
        pause = Math.max(pause, (refusal.retryAfter ?? 0) * 1_000)
      } else {
        for await (const message of messagesOf(response, () => {
          clearTimeout(timer)
          timer = setTimeout(stop, silentLater)
        })) {
          onLive?.(true)
          pause = shortest
          position.after = message.id ?? position.after
          deliver(message, options)
        }
      }
    } catch {
      // The connection was lost or could not be opened.
    } finally {
      clearTimeout(timer)
      signal.removeEventListener("abort", stop)
      attempt.abort()
    }
    if (signal.aborted) return
    if (position.after !== undefined) onLive?.(false)
    for (let left = pause * jitter(); left > 0 && !signal.aborted; left -= askEvery) {
      const isAnswered = await ask(options, position)
      // First called once the start position is known, so that listing earlier events leaves no gap.
      onLive?.(false)
      await rest(isAnswered ? Math.min(left, askEvery) : left, signal)
      if (!isAnswered) break
    }
    pause = Math.min(longest, pause * 2)
  }
}

/** The cursor of the last event; undefined before the first. */
interface Position {
  after: string | undefined
}

const queryOf = ({ fromNow, types }: LiveOptions, { after }: Position) => ({
  ...(after === undefined ? {} : { after }),
  ...(fromNow ? { from: "now" as const } : {}),
  ...(types === undefined ? {} : { types })
})

/** Loads events page by page, oldest first. `types` are joined by commas; empty for all types. */
export const eventPages =
  (limit: number, types: string): LoadPage<LiveEvent> =>
  async (after, signal) => {
    const { events, has_more, next } = await call("GET /v1/events", { query: { limit, types, after }, signal })
    return { items: events, next: has_more ? next : null }
  }

/** Polls for events. Returns false if there was no response. */
const ask = async (options: LiveOptions, position: Position): Promise<boolean> => {
  const { onEvent, signal } = options
  try {
    for (let more = true; more;) {
      const query = { ...queryOf(options, position), limit: 1_000 }
      const { events, has_more, next } = await call("GET /v1/events", { query, signal })
      position.after = next
      for (const event of events) onEvent?.(event)
      more = has_more
    }
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 410) position.after = undefined
    return false
  }
}

/** Reads messages until the stream ends. */
async function* messagesOf({ body }: Response, onHeard: () => void): AsyncGenerator<StreamMessage> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = makeMessageReader()
  for (;;) {
    const piece = await reader?.read()
    if (piece === undefined || piece.done) return
    onHeard()
    yield* read(piece.value)
  }
}

const deliver = ({ data, event }: StreamMessage, { onBroadcast, onEvent }: LiveOptions): void => {
  if (data === "") return
  if (event === "broadcast") {
    const broadcast = readJson(data, (value) => (isBroadcast(value) ? value : undefined))
    if (broadcast) onBroadcast?.(broadcast)
  } else {
    const happened = readJson(data, (value) => (isEvent(value) ? value : undefined))
    if (happened) onEvent?.(happened)
  }
}

/** Checks for a broadcast. The API's tests check the format of messages; anything else is from another release. */
const isBroadcast = (value: unknown): value is Broadcast =>
  isRecord(value) &&
  readText(value.uuid) !== undefined &&
  readText(value.status) !== undefined &&
  isRecord(value.reasons)

const isEvent = (value: unknown): value is LiveEvent =>
  isRecord(value) && readText(value.cursor) !== undefined && readText(value.type) !== undefined

const rest = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, millis)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })
