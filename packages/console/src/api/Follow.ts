import { isRecord, readJson, readText } from "../reading/Reader.ts"
import { send } from "./Client.ts"
import type { AnswerOf } from "./Operation.ts"
import { type Refusal, refusalOf } from "./Refusal.ts"
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
  /** Whether what is shown is live: it is not while the connection is lost. */
  readonly onLive?: (live: boolean) => void
  /** Why it is given up: the token lacks a scope, or what is asked for is not there. */
  readonly onRefused?: (refusal: Refusal) => void
  readonly signal: AbortSignal
}

/** From 0.75 to 1.25: pages that have lost one server do not all come back at once. */
const jitter = (): number => 0.75 + (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 510

/** How long nothing may come: the server says something every 15 seconds. */
const silence = 40_000

const [shortest, longest] = [1_000, 30_000]

/** Follows what happens until the signal aborts. A connection that is lost is made again, and goes on where it was. */
export const follow = async (options: LiveOptions): Promise<void> => {
  const { onLive, onRefused, signal } = options
  let after: string | undefined
  let pause = shortest
  while (!signal.aborted) {
    const attempt = new AbortController()
    const stop = () => attempt.abort()
    signal.addEventListener("abort", stop)
    try {
      const response = await open(options, after, attempt.signal)
      if (response.status === 410) after = undefined
      else if (!response.ok) {
        const refusal = refusalOf(response.status, await response.json(), response.headers.get("retry-after"))
        if (response.status < 500 && response.status !== 429) {
          onRefused?.(refusal)
          return
        }
        pause = Math.max(pause, (refusal.retryAfter ?? 0) * 1_000)
      } else {
        await read(response, attempt, (message) => {
          onLive?.(true)
          pause = shortest
          after = message.id ?? after
          deliver(message, options)
        })
      }
    } catch {
      // The connection was lost, or there was none.
    } finally {
      signal.removeEventListener("abort", stop)
      attempt.abort()
    }
    if (signal.aborted) return
    onLive?.(false)
    await rest(pause * jitter(), signal)
    pause = Math.min(longest, pause * 2)
  }
}

const open = (
  { broadcast, fromNow, types }: LiveOptions,
  after: string | undefined,
  signal: AbortSignal
): Promise<Response> =>
  send("GET /v1/events/stream", {
    query: {
      ...(after === undefined ? {} : { after }),
      ...(fromNow ? { from: "now" as const } : {}),
      ...(types === undefined ? {} : { types }),
      ...(broadcast === undefined ? {} : { broadcast })
    },
    signal
  })

/** Reads messages until the stream ends, or until nothing has come for too long. */
const read = async (
  { body }: Response,
  attempt: AbortController,
  onMessage: (message: StreamMessage) => void
): Promise<void> => {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const messagesOf = makeMessageReader()
  let timer = setTimeout(() => attempt.abort(), silence)
  try {
    for (;;) {
      const piece = await reader?.read()
      if (piece === undefined || piece.done) return
      clearTimeout(timer)
      timer = setTimeout(() => attempt.abort(), silence)
      for (const message of messagesOf(piece.value)) onMessage(message)
    }
  } finally {
    clearTimeout(timer)
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
