import { isRecord, readJson, readText } from "../reading/Reader.ts"
import { call, send } from "./Client.ts"
import type { AnswerOf } from "./Operation.ts"
import { Refusal, refusalOf } from "./Refusal.ts"
import { makeMessageReader, type StreamMessage } from "./Messages.ts"

export type LiveEvent = AnswerOf<"GET /v1/events">["events"][number]
export type Broadcast = AnswerOf<"GET /broadcasts/:uuid">

/** What is followed, and what is done with it. */
export interface LiveOptions {
  /** The types of the events, joined by commas; without it all. */
  readonly types?: string
  /** Begin with what happens from now on, and not with the oldest event that is kept. */
  readonly fromNow?: boolean
  /** A broadcast whose counters are wanted too. */
  readonly broadcast?: string
  readonly onEvent?: (event: LiveEvent) => void
  readonly onBroadcast?: (broadcast: Broadcast) => void
  /** Whether what is shown is live: it is not while there is no stream, and the API is asked every few seconds. */
  readonly onLive?: (live: boolean) => void
  /** Why it is given up: the token lacks a scope, or what is asked for is not there. */
  readonly onRefused?: (refusal: Refusal) => void
  readonly signal: AbortSignal
}

/** From 0.75 to 1.25: pages that have lost one server do not all come back at once. */
const jitter = (): number => 0.75 + (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 510

/** How long nothing may come: the server says something at once, and then every 15 seconds. A proxy may keep it all. */
const [silentAtFirst, silentLater] = [5_000, 40_000]

/** How often the API is asked while there is no stream. */
const askEvery = 4_000

const [shortest, longest] = [1_000, 30_000]

/**
 * Follows what happens until the signal aborts. A connection that is lost is made again, and goes on where it was; until
 * then, and where something between keeps or cuts every stream, the API is asked for events every few seconds.
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
      // The connection was lost, or there was none.
    } finally {
      clearTimeout(timer)
      signal.removeEventListener("abort", stop)
      attempt.abort()
    }
    if (signal.aborted) return
    if (position.after !== undefined) onLive?.(false)
    for (let left = pause * jitter(); left > 0 && !signal.aborted; left -= askEvery) {
      const isAnswered = await ask(options, position)
      // At first when it is known where it begins: who then lists what happened before has no gap.
      onLive?.(false)
      await rest(isAnswered ? Math.min(left, askEvery) : left, signal)
      if (!isAnswered) break
    }
    pause = Math.min(longest, pause * 2)
  }
}

/** The cursor of what came last; undefined before anything did. */
interface Position {
  after: string | undefined
}

const queryOf = ({ fromNow, types }: LiveOptions, { after }: Position) => ({
  ...(after === undefined ? {} : { after }),
  ...(fromNow ? { from: "now" as const } : {}),
  ...(types === undefined ? {} : { types })
})

/** Asks for the events that a stream would have brought. Returns false if there is no answer: it is too early to ask again. */
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

/** The data of a message has the form that the API has tests for; what is no such thing is of another release. */
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
