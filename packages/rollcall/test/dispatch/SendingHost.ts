import { MessageChannel, type OutboundMessage } from "@rollcall/core/channel"
import { Effect, Layer, Schema } from "effect"
import { Place } from "../using/Hosts.ts"
import { open } from "./Open.ts"

/*
 * A process that the tests kill: it sends broadcasts through a channel whose responses take some time, and which cannot
 * say what became of a request. It says each request when it leaves.
 */

const [place = ""] = process.argv.slice(2)

/** How long a response takes at least, in milliseconds, and how much longer it may take. */
const [latency, spread] = [80, 80]

const channel = Layer.succeed(MessageChannel, {
  channelType: "chatapp",
  hasSender: () => Effect.succeed(true),
  senders: () => Effect.succeed([]),
  send: Effect.fnUntraced(function* ({ correlation, to }: OutboundMessage) {
    process.stdout.write(`requested ${to}\n`)
    yield* Effect.sleep(latency + (Number(to) % spread))
    return `message ${correlation}`
  }),
  lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "Unknown" }) as const)),
  listen: () => Effect.never
})

await open(Schema.decodeSync(Schema.fromJsonString(Place))(place), channel, { workers: true })
