import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import {
  type Correlation,
  correlationOf,
  type DeliveryReceipt,
  MessageChannel,
  type OutboundMessage
} from "@rollcall/core/channel"
import {
  layer,
  layerMemory,
  type SimulatorJournal,
  type SimulatorOptions,
  SimulatorRecord
} from "@rollcall/channel-simulator"
import { Context, Effect, Layer, Scope } from "effect"

const workspace = WorkspaceUuid.make("00000000-0000-7000-8002-000000000000")

/** The correlation of the recipient with this number. */
export const recipient = (number: number): Correlation =>
  correlationOf(workspace, RecipientUuid.make(`00000000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`))

/** A message to one recipient. */
export const message = (number: number, to = "491700001234", attempt = 1): OutboundMessage => ({
  correlation: recipient(number),
  attempt,
  broadcast: BroadcastUuid.make("00000000-0000-7000-8001-000000000000"),
  workspace,
  from: "4930123456",
  to,
  templateName: "appointment_reminder",
  locale: "en",
  parameters: { header: null, body: ["Ada", "Monday"], buttons: [], cards: null }
})

/** A simulator, on a journal or without one, until the surrounding scope ends. */
export const start = Effect.fnUntraced(function* (journal: SimulatorJournal | null, options: SimulatorOptions = {}) {
  const simulator = journal === null ? layerMemory(options) : layer(journal, options)
  const services = yield* Layer.buildWithScope(Layer.fresh(simulator), yield* Scope.Scope)
  return { channel: Context.get(services, MessageChannel), record: Context.get(services, SimulatorRecord) }
})

/** A simulator without a journal. */
export const startAlone = (options: SimulatorOptions = {}) => start(null, options)

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
export const makeTextJournal = () => {
  const journal = {
    text: "",
    append: (line: string): void => void (journal.text += `\n${line}\n`),
    /** The journal as a process opens it. */
    open: (): SimulatorJournal => {
      let position = 0
      return {
        append: (line) => journal.append(line),
        readNew: () => {
          const end = journal.text.lastIndexOf("\n")
          const lines = journal.text.slice(position, Math.max(position, end)).split("\n")
          position = Math.max(position, end + 1)
          return lines
        }
      }
    }
  }
  return journal
}
