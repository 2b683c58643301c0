import { Clock, DateTime, Effect, type Latch, Layer } from "effect"
import {
  HandOverError,
  type HandOverRecord,
  MessageChannel,
  type OutboundMessage,
  type Receipt,
  type RecipientUuid
} from "@rollcall/core"

/** What a scripted channel does with a message: it takes it, or fails with the error. */
export type Script = (message: OutboundMessage, earlier: number) => "take" | "hang" | HandOverError

/** A channel that does what a test says and remembers every hand-over. */
export interface ScriptedChannel {
  /** Messages that were taken, in their order. */
  readonly taken: Array<OutboundMessage>
  /** Every call of `handOver`, with the instant in milliseconds. */
  readonly calls: Array<{ readonly message: OutboundMessage; readonly at: number }>
  /** What the channel answers when it is asked about a hand-over. */
  readonly records: Map<RecipientUuid, HandOverRecord>
  readonly layer: Layer.Layer<MessageChannel>
}

/** A channel that follows a script; each message that it takes gets a `delivered` receipt if `receipts` says so. */
export const scriptedChannel = (options: {
  readonly script?: Script
  readonly gate?: Latch.Latch
  readonly receipts?: boolean
}): ScriptedChannel => {
  const taken: Array<OutboundMessage> = []
  const calls: ScriptedChannel["calls"] = []
  const records = new Map<RecipientUuid, HandOverRecord>()
  const outbox: Array<Receipt> = []

  const handOver = Effect.fnUntraced(function* (message: OutboundMessage) {
    const earlier = calls.filter((call) => call.message.correlation === message.correlation).length
    calls.push({ message, at: yield* Clock.currentTimeMillis })
    if (options.gate !== undefined) yield* options.gate.await
    const verdict = options.script?.(message, earlier) ?? "take"
    if (verdict === "hang") return yield* Effect.never
    if (verdict !== "take") return yield* verdict
    taken.push(message)
    const messageId = `message-${message.correlation}`
    if (options.receipts === true) {
      const at = yield* DateTime.now
      outbox.push({ correlation: message.correlation, messageId, status: "delivered", error: null, at })
    }
    return messageId
  })

  const layer = Layer.succeed(MessageChannel, {
    channelType: "chatapp",
    hasSender: () => Effect.succeed(true),
    handOver,
    recall: (begun) =>
      Effect.succeed(begun.map(({ correlation }) => records.get(correlation) ?? ({ _tag: "Untold" } as const))),
    listen: (onReceipts) =>
      Effect.forever(
        Effect.gen(function* () {
          const batch = outbox.splice(0)
          if (batch.length > 0) yield* Effect.orDie(onReceipts(batch))
          yield* Effect.sleep("100 millis")
        })
      )
  })
  return { taken, calls, records, layer }
}

/** An error of a channel, for scripts. */
export const channelError = (reason: HandOverError["reason"]): HandOverError =>
  new HandOverError({ reason, detail: `the script says ${reason}` })
