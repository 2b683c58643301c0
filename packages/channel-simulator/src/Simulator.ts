import { type BegunHandOver, HandOverError, MessageChannel, type OutboundMessage } from "@rollcall/core"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { endingOf } from "./Ending.ts"
import { pumpReceipts } from "./ReceiptPump.ts"
import { makeSharedLedger, type SharedLedger } from "./SharedLedger.ts"
import { SimulatorJournal } from "./SimulatorJournal.ts"
import { type SimulatorOptions, settingsOf } from "./SimulatorOptions.ts"
import { type RecordedHandOver, SimulatorRecord } from "./SimulatorRecord.ts"

/** The `channel_type` that the simulator answers to. */
export const simulatorChannelType = "chatapp"

/**
 * A channel that reaches nobody. The identifier's last four digits say what becomes of a message:
 *
 * - `0001` taken, then found undeliverable, as on a platform that learns late that a number has no account;
 * - `0002` taken, and nothing is heard of it again;
 * - `0003` delivered and never read;
 * - `0004` refused twice with a transient error, then taken and delivered;
 * - `0005` taken, but the answer is lost, and `recall` does not know either: only the receipts, delivered and read, tell;
 * - `0006` delivered and read, with the receipts in the order read, delivered, read, delivered;
 * - any other: delivered and read, unless one of the `mishaps` befalls it.
 *
 * The seed, the correlation and the identifier decide, never scheduling; all time is the `Clock`'s. A message with one
 * correlation is taken once: every further hand-over of it is answered with the first message id. What was taken is in
 * the journal before the answer, so that a killed process loses nothing, and any number of processes may share one.
 */
export const layer = (
  options: SimulatorOptions = {}
): Layer.Layer<MessageChannel | SimulatorRecord, never, SimulatorJournal> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const settings = settingsOf(options)
      const ledger = yield* makeSharedLedger(settings.adoptAfter)
      const maySendFrom = (from: string) => settings.senders === "any" || settings.senders.has(from)

      const handOver = Effect.fnUntraced(function* (message: OutboundMessage) {
        if (!maySendFrom(message.from)) {
          return yield* refused("SenderTrouble", `the simulator has no sender ${message.from}`)
        }
        if (settings.handOverDelay > 0) yield* Effect.sleep(settings.handOverDelay)
        const { attempt, correlation, to: identifier } = message
        const verdict = yield* ledger
          .handOver({
            ...endingOf(settings, correlation, identifier),
            at: yield* Clock.currentTimeMillis,
            correlation,
            attempt,
            identifier,
            messageId: `sim-${correlation}`
          })
          .pipe(Effect.catch(() => refused("AnswerLost", "the simulator's journal did not answer")))
        switch (verdict._tag) {
          case "Taken":
            return verdict.line.answerLost
              ? yield* refused("AnswerLost", "the simulator lost its answer")
              : verdict.line.messageId
          case "TakenBefore":
            return verdict.messageId
          case "Refused":
            return yield* refused("Transient", "the simulator is busy")
          case "Barred":
            return yield* refused("Transient", "the simulator was told that this hand-over had been given up")
        }
      })

      const channel = MessageChannel.of({
        channelType: simulatorChannelType,
        hasSender: (_workspace, from) => Effect.succeed(maySendFrom(from)),
        handOver,
        recall: Effect.fn("MessageChannel.recall")((begun: ReadonlyArray<BegunHandOver>) =>
          begun.length === 0
            ? Effect.succeed([])
            : Effect.catch(ledger.recall(begun), (error) =>
                Effect.as(
                  Effect.logWarning("the simulator's journal did not answer", error.cause),
                  begun.map(() => ({ _tag: "Untold" as const }))
                )
              )
        ),
        listen: (onReceipts) => pumpReceipts(ledger, settings, onReceipts)
      })

      return Context.make(MessageChannel, channel).pipe(Context.add(SimulatorRecord, recordOf(ledger)))
    })
  )

/** The simulator with a journal that lasts as long as the layer. */
export const layerMemory = (options: SimulatorOptions = {}): Layer.Layer<MessageChannel | SimulatorRecord> =>
  Layer.provide(layer(options), SimulatorJournal.layerMemory)

const refused = (reason: HandOverError["reason"], detail: string) => new HandOverError({ reason, detail })

const recordOf = (ledger: SharedLedger): SimulatorRecord["Service"] => {
  const handOvers = Effect.map(ledger.catchUp, () =>
    Array.from(ledger.accounts.values()).flatMap(({ attempts, duplicates, taken }): ReadonlyArray<RecordedHandOver> => {
      if (taken === null) return []
      const { at, correlation, identifier, messageId } = taken
      return [{ correlation, identifier, messageId, attempts, duplicates, at: DateTime.makeUnsafe(at) }]
    })
  )
  return {
    handOvers,
    takenByIdentifier: Effect.map(handOvers, (taken) => {
      const counts = new Map<string, number>()
      for (const { identifier } of taken) counts.set(identifier, (counts.get(identifier) ?? 0) + 1)
      return counts
    })
  }
}
