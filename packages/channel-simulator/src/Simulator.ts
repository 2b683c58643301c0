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
 * A channel that reaches no one. The last four digits of the identifier decide what happens to a message:
 *
 * - `0001` accepted, then found undeliverable, as on a platform that learns late that a number has no account;
 * - `0002` accepted, and no receipt follows;
 * - `0003` delivered and never read;
 * - `0004` refused twice with a transient error, then accepted and delivered;
 * - `0005` accepted, but the response is lost, and `lookup` does not know: only the receipts, delivered and read,
 * resolve it; - `0006` delivered and read, with the receipts in the order read, delivered, read, delivered;
 * - any other: delivered and read, unless one of the `mishaps` happens.
 *
 * The seed, the correlation and the identifier decide, never scheduling; all time is the `Clock`'s. A message with one
 * correlation is accepted once: every further send of it is answered with the first message id. Of ended messages the
 * last `keepEnded` are remembered; one without receipts is, because it may be asked for at any time.
 */
export const layerMemory = (options: SimulatorOptions = {}): Layer.Layer<MessageChannel | SimulatorRecord> =>
  layerOf(null, options)

/**
 * The simulator with a journal. An accepted message is in the journal before the answer, so it survives a kill.
 * Receipts that a killed process left are delivered by the next process that starts.
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
            return yield* refused("Transient", "a lookup has given up this send")
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
