import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { type DeliveryReceipt, MessageChannel, type OutboundMessage } from "@rollcall/core/channel"
import { layer, SimulatorJournal, type SimulatorOptions, SimulatorRecord } from "@rollcall/channel-simulator"
import { Context, Effect, Layer, Scope } from "effect"

/** The recipient with this number. */
export const recipient = (number: number): RecipientUuid =>
  RecipientUuid.make(`00000000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`)

/** A message to one recipient. */
export const message = (number: number, to = "491700001234", attempt = 1): OutboundMessage => ({
  correlation: recipient(number),
  attempt,
  broadcast: BroadcastUuid.make("00000000-0000-7000-8001-000000000000"),
  workspace: WorkspaceUuid.make("00000000-0000-7000-8002-000000000000"),
  from: "4930123456",
  to,
  templateName: "appointment_reminder",
  locale: "en",
  parameters: { header: null, body: ["Ada", "Monday"], buttons: [], cards: null }
})

/** A simulator on a journal, until the surrounding scope ends. */
export const start = Effect.fnUntraced(function* (
  journal: SimulatorJournal["Service"],
  options: SimulatorOptions = {}
) {
  const scope = yield* Scope.Scope
  const services = yield* Layer.buildWithScope(
    Layer.provide(Layer.fresh(layer(options)), Layer.succeed(SimulatorJournal, journal)),
    scope
  )
  return { channel: Context.get(services, MessageChannel), record: Context.get(services, SimulatorRecord) }
})

/** A simulator on a journal of its own. */
export const startAlone = (options: SimulatorOptions = {}) =>
  Effect.flatMap(makeTextJournal, (journal) => start(journal, options))

/** Listens in the background; gives the batches that arrive. */
export const listenTo = Effect.fnUntraced(function* (channel: MessageChannel["Service"]) {
  const batches: Array<ReadonlyArray<DeliveryReceipt>> = []
  yield* Effect.forkScoped(channel.listen((batch) => Effect.sync(() => void batches.push(batch))))
  return batches
})

/** What arrived, as `number status`, with the recipient's number. */
export const statusesIn = (batches: ReadonlyArray<ReadonlyArray<DeliveryReceipt>>): ReadonlyArray<string> =>
  batches.flat().map(({ correlation, status }) => `${parseInt(String(correlation).slice(-12), 16)} ${status}`)

/** A journal kept as a file keeps it: one text, in which a line may be torn. */
export interface TextJournal {
  readonly append: SimulatorJournal["Service"]["append"]
  readonly readFrom: SimulatorJournal["Service"]["readFrom"]
  readonly awaitLines: SimulatorJournal["Service"]["awaitLines"]
  /** How many lines each append had. */
  readonly appends: ReadonlyArray<number>
  /** The text, whatever it is. */
  text: string
}

/** Reads at most `page` characters at a time, or one line if that is longer. */
export const makeTextJournal: Effect.Effect<TextJournal> = Effect.sync(() => {
  const page = 1_000
  const appends: Array<number> = []
  const journal: TextJournal = {
    appends,
    text: "",
    append: (lines) =>
      Effect.sync(() => {
        appends.push(lines.length)
        journal.text += lines.map((line) => `${line}\n`).join("")
      }),
    readFrom: (position) =>
      Effect.sync(() => {
        const inPage = journal.text.lastIndexOf("\n", position + page)
        const end = inPage >= position ? inPage : journal.text.indexOf("\n", position)
        if (end < position) return { lines: [], next: position }
        return { lines: journal.text.slice(position, end).split("\n"), next: end + 1 }
      }),
    awaitLines: () => Effect.sleep("5 seconds")
  }
  return journal
})
