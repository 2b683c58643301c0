import type { RecipientUuid } from "@rollcall/core"
import {
  type DeliveryReceipt,
  type LookupResult,
  MayBegin,
  MessageChannel,
  type OutboundMessage,
  type RecipientFault,
  SendError,
  type SendRequest,
  recipientNamed
} from "@rollcall/core/channel"
import { Clock, DateTime, type Duration, Effect, type Latch, Layer, Semaphore } from "effect"

/**
 * A scripted channel's reaction to a message: accept it at once or later, never respond, or fail with an error. `earlier`
 * counts the previous sends of the message.
 */
export type Script = (
  message: OutboundMessage,
  earlier: number
) => "accept" | "hang" | SendError | { readonly answersAfter: Duration.Duration }

/** A channel that follows a script and records every send. */
export interface ScriptedChannel {
  /** Messages that were accepted, in their order. */
  readonly accepted: Array<OutboundMessage>
  /** Every send, with its timestamp in milliseconds. */
  readonly calls: Array<{ readonly message: OutboundMessage; readonly at: number }>
  /** The result of a lookup, by recipient; `Unknown` for all others. */
  readonly results: Map<RecipientUuid, LookupResult>
  readonly layer: Layer.Layer<MessageChannel>
}

/** Makes a channel that follows a script. With `receipts`, each accepted message gets a `delivered` receipt. */
export const scriptedChannel = (
  options: {
    /** `chatapp` by default. */
    readonly channelType?: string
    readonly script?: Script
    readonly gate?: Latch.Latch
    /** The maximum number of concurrent sends; others wait. Default: unlimited. */
    readonly atOnce?: number
    /** Runs between a send's last check and its request, for example to open a connection. */
    readonly connects?: Effect.Effect<void>
    /** The duration of a send, once it has begun. */
    readonly takes?: Duration.Input
    readonly receipts?: boolean
    /** Returns the address that a recipient writes from. Default: no address is returned. */
    readonly writesFrom?: (to: string) => string
    /** Runs before a lookup is answered from `results`. */
    readonly lookup?: (requests: ReadonlyArray<SendRequest>) => Effect.Effect<void>
  } = {}
): ScriptedChannel => {
  const accepted: Array<OutboundMessage> = []
  const calls: ScriptedChannel["calls"] = []
  const results = new Map<RecipientUuid, LookupResult>()
  const outbox: Array<DeliveryReceipt> = []

  const places = Semaphore.makeUnsafe(options.atOnce ?? Infinity)

  const begun = Effect.fnUntraced(function* (message: OutboundMessage) {
    yield* yield* MayBegin
    if (options.connects !== undefined) yield* options.connects
    const earlier = calls.filter((call) => call.message.correlation === message.correlation).length
    calls.push({ message, at: yield* Clock.currentTimeMillis })
    if (options.gate !== undefined) yield* options.gate.await
    if (options.takes !== undefined) yield* Effect.sleep(options.takes)
    const verdict = options.script?.(message, earlier) ?? "accept"
    if (verdict === "hang") return yield* Effect.never
    if (verdict instanceof SendError) return yield* verdict
    accepted.push(message)
    if (verdict !== "accept") yield* Effect.sleep(verdict.answersAfter)
    const messageId = `message-${message.correlation}`
    if (options.receipts === true) {
      const at = yield* DateTime.now
      const { correlation, workspace } = message
      const receipt = { correlation, messageId, status: "delivered", error: null, reason: null, at } as const
      outbox.push({ ...receipt, workspaces: [workspace] })
    }
    return options.writesFrom === undefined ? messageId : { messageId, writesFrom: options.writesFrom(message.to) }
  })

  const send = (message: OutboundMessage) => Semaphore.withPermit(places, begun(message))

  const layer = Layer.succeed(MessageChannel, {
    channelType: options.channelType ?? "chatapp",
    hasSender: () => Effect.succeed(true),
    senders: () => Effect.succeed([]),
    send,
    lookup: Effect.fnUntraced(function* (requests: ReadonlyArray<SendRequest>) {
      if (options.lookup !== undefined) yield* options.lookup(requests)
      return requests.map(
        ({ correlation }) => results.get(recipientNamed(correlation).uuid) ?? ({ _tag: "Unknown" } as const)
      )
    }),
    listen: (onReceipts) =>
      Effect.forever(
        Effect.gen(function* () {
          const batch = outbox.splice(0)
          if (batch.length > 0) yield* Effect.orDie(onReceipts(batch))
          yield* Effect.sleep("100 millis")
        })
      )
  })
  return { accepted, calls, results, layer }
}

/** Returns a channel's error, for scripts. */
export const channelError = (reason: SendError["reason"]): SendError =>
  new SendError({ reason, detail: `the script says ${reason}` })

/** Returns a channel's error about a message's recipient, for scripts. */
export const recipientError = (recipient: RecipientFault): SendError =>
  new SendError({ reason: "Undeliverable", detail: `the script says ${recipient}`, recipient })
