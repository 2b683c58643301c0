import { MessageChannel, type OutboundMessage, SendError, type SendRequest } from "@rollcall/core/channel"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { endingOf } from "./Ending.ts"
import { logJournal, pumpReceipts } from "./ReceiptPump.ts"
import type { SimulatorJournal } from "./SimulatorJournal.ts"
import { type SimulatorOptions, settingsOf } from "./SimulatorOptions.ts"
import { type SentMessage, SimulatorRecord } from "./SimulatorRecord.ts"
import { makeState, type SimulatorState } from "./SimulatorState.ts"

/** The default `channel_type` of the simulator. */
const simulatorChannelType = "chatapp"

/**
 * A channel that reaches nobody. The last four digits of the identifier decide what happens to a message:
 *
 * - `0001`: accepted, then reported as undeliverable, like a number without an account
 * - `0002`: accepted, without any receipt
 * - `0003`: delivered, but never read
 * - `0004`: refused twice with a transient error, then accepted and delivered
 * - `0005`: accepted, but the response is lost and `lookup` returns `Unknown`, so only the receipts resolve the message
 * - `0006`: delivered and read, with the receipts in the order read, delivered, read, delivered
 * - any other digits: delivered and read, unless one of the `mishaps` happens
 *
 * The outcome depends only on the options, the correlation and the identifier. All times come from the `Clock`. A message
 * is accepted once per correlation: later sends return the first message id. The last `keepEnded` ended messages are
 * remembered. A message without receipts never ends, so it is always remembered.
 */
export const layerMemory = (options: SimulatorOptions = {}): Layer.Layer<MessageChannel | SimulatorRecord> =>
  layerOf(null, options)

/**
 * The simulator with a journal. Each send is written to the journal before the response, so accepted messages survive a
 * killed process. The next process that starts delivers the receipts that the killed process left.
 */
export const layer = (
  journal: SimulatorJournal,
  options: SimulatorOptions = {}
): Layer.Layer<MessageChannel | SimulatorRecord> => layerOf(journal, options)

const layerOf = (journal: SimulatorJournal | null, options: SimulatorOptions) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const settings = settingsOf(options)
      const state = yield* makeState(journal, settings.keepEnded)
      const maySendFrom = (from: string) => settings.senders === "any" || settings.senders.has(from)

      const send = Effect.fnUntraced(function* (message: OutboundMessage) {
        if (!maySendFrom(message.from)) {
          return yield* refused("SenderRejected", `the simulator has no sender ${message.from}`)
        }
        if (settings.sendDelay > 0) yield* Effect.sleep(settings.sendDelay)
        const { attempt, correlation, to: identifier } = message
        const verdict = yield* state
          .send({
            ...endingOf(settings, correlation, identifier),
            at: yield* Clock.currentTimeMillis,
            correlation,
            attempt,
            identifier,
            messageId: `sim-${correlation}`
          })
          .pipe(Effect.catch(() => refused("OutcomeUnknown", "the simulator's journal did not answer")))
        switch (verdict._tag) {
          case "Accepted":
            return verdict.line.responseLost
              ? yield* refused("OutcomeUnknown", "the simulator lost its response")
              : verdict.line.messageId
          case "AcceptedBefore":
            return verdict.messageId
          case "Refused":
            return yield* refused("Transient", "the simulator is busy")
          case "Barred":
            return yield* refused("Transient", "a lookup has already reported this message as not sent")
        }
      })

      const channel = MessageChannel.of({
        channelType: simulatorChannelType,
        isSimulated: true,
        hasSender: (_workspace, from) => Effect.succeed(maySendFrom(from)),
        senders: () => Effect.succeed(settings.senders === "any" ? [] : Array.from(settings.senders)),
        send,
        lookup: Effect.fn("MessageChannel.lookup")((requests: ReadonlyArray<SendRequest>) =>
          requests.length === 0
            ? Effect.succeed([])
            : Effect.catch(state.lookup(requests), (error) =>
                Effect.as(
                  logJournal(error),
                  requests.map(() => ({ _tag: "Unknown" as const }))
                )
              )
        ),
        listen: (onReceipts) => pumpReceipts(state, settings, onReceipts)
      })

      return Context.make(MessageChannel, channel).pipe(Context.add(SimulatorRecord, recordOf(state)))
    })
  )

const refused = (reason: SendError["reason"], detail: string) => new SendError({ reason, detail })

const recordOf = (state: SimulatorState): SimulatorRecord["Service"] => {
  const sent = Effect.map(state.messages, (messages) =>
    Array.from(messages.values()).flatMap(({ accepted, sends, duplicates }): ReadonlyArray<SentMessage> => {
      if (accepted === null) return []
      const { at, correlation, identifier, messageId } = accepted
      return [{ correlation, identifier, messageId, sends, duplicates, at: DateTime.makeUnsafe(at) }]
    })
  )
  return {
    sent,
    sentByIdentifier: Effect.map(sent, (messages) => {
      const counts = new Map<string, number>()
      for (const { identifier } of messages) counts.set(identifier, (counts.get(identifier) ?? 0) + 1)
      return counts
    })
  }
}
