import { MessageChannel } from "@rollcall/core"
import { Clock, Effect, Layer } from "effect"

/** A channel that takes every message at once. */
export const instantChannel = () => {
  const taken: Array<string> = []
  let first: number | undefined
  const layer = Layer.succeed(MessageChannel, {
    channelType: "chatapp",
    hasSender: () => Effect.succeed(true),
    handOver: ({ correlation }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        first ??= now
        taken.push(correlation)
        return messageIdOf(correlation)
      }),
    recall: (begun) => Effect.succeed(begun.map(() => ({ _tag: "Untold" as const }))),
    listen: () => Effect.never
  })
  /** Who got a message, as often as they did, and when the first one did, in milliseconds since the epoch. */
  const record = (): ChannelRecord => ({ first: first ?? null, taken })
  return { layer, record }
}

export interface ChannelRecord {
  readonly first: number | null
  readonly taken: ReadonlyArray<string>
}

/** Where a process of its own writes its record when it ends, in its folder: a pipe takes less at once. */
export const recordFile = "record.json"

export const messageIdOf = (correlation: string): string => `instant-${correlation}`
