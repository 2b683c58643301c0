import { MessageChannel, type OutboundMessage } from "@rollcall/core/channel"
import { Effect, Layer, Schema } from "effect"
import { Place } from "../using/Hosts.ts"
import { openResolving, reminderTo } from "./OpenResolving.ts"

/*
 * A process that the tests kill: it resolves broadcasts, sends them, and accepts broadcasts to a few contacts, one after
 * the other. It says what it asks for and what is answered, and each message that it sends.
 */

const [place = "", number, some = ""] = process.argv.slice(2)

const say = (text: string) => process.stdout.write(`${text}\n`)

const channel = Layer.succeed(MessageChannel, {
  channelType: "chatapp",
  hasSender: () => Effect.succeed(true),
  senders: () => Effect.succeed([]),
  send: ({ correlation, to }: OutboundMessage) =>
    Effect.sync(() => {
      say(`requested ${to}`)
      return `message ${correlation}`
    }),
  lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "Unknown" }) as const)),
  listen: () => Effect.never
})

const rollcall = await openResolving(Schema.decodeSync(Schema.fromJsonString(Place))(place), channel, { workers: true })
const clinic = await rollcall.workspace("clinic")

// Without a list it accepts nothing.
const most = some === "" ? 0 : Infinity

for (let count = 1; count <= most; count++) {
  const name = `some ${number}.${count}`
  say(`asked ${name}`)
  await clinic.broadcasts.create(reminderTo(name, some))
  say(`accepted ${name}`)
}
