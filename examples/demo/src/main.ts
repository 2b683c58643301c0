import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, Console, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { parseArgs } from "node:util"
import { makeClient } from "./Client.ts"
import { DemoFailed } from "./DemoFailed.ts"
import { fillContacts, reportContacts } from "./FillContacts.ts"
import { checkFigures, readRecipients, showOutcome } from "./Outcome.ts"
import { type ChannelName, showPlatform, startPlatform } from "./Platform.ts"
import { readSample } from "./Sample.ts"
import { count, dim, green, red, step } from "./Screen.ts"
import { appointments, findAll, searches, showSearch } from "./Searches.ts"
import { follow, sendReminders } from "./SendReminders.ts"
import { startServer } from "./Server.ts"

/** Reads the channel from the command line. */
const readChannel = Effect.suspend(() => {
  const { channel = "simulator" } = parseArgs({ options: { channel: { type: "string" } }, strict: false }).values
  return channel === "simulator" || channel === "whatsapp"
    ? Effect.succeed<ChannelName>(channel)
    : Effect.fail(new DemoFailed({ message: `--channel is simulator or whatsapp, not ${channel}` }))
})

const demo = Effect.gen(function* () {
  const began = yield* Clock.currentTimeMillis

  yield* step("1. The server starts, on a free port, with an empty database in a new folder")
  const platform = (yield* readChannel) === "whatsapp" ? yield* startPlatform : undefined
  const server = yield* startServer(platform?.environment ?? {})
  if (platform !== undefined) {
    yield* platform.fake.deliverTo(`${server.url}/channels/whatsapp/webhook`)
    yield* Console.log(`  It sends through WhatsApp, to ${green("a fake of the Cloud API")} on ${platform.fake.url}`)
  }
  yield* Console.log(`  ${green("It listens")} on ${server.url}`)
  const client = yield* makeClient(server)

  const rows = yield* readSample
  yield* step(`2. The ${count(rows.length)} rows of contacts.csv become contacts`)
  yield* reportContacts(client, yield* fillContacts(client, rows))

  yield* step("3. Some searches")
  yield* Effect.forEach(searches, (search) => showSearch(client, search), { discard: true })

  yield* step("4. Everybody with an appointment and a phone number is reminded")
  const contacts = yield* findAll(client, appointments)
  const { recipients, uuid } = yield* sendReminders(client, contacts)
  const details = yield* follow(client, uuid, recipients)

  yield* step("5. The outcome")
  const accounts = yield* readRecipients(client, uuid)
  yield* showOutcome(accounts)
  yield* checkFigures(details, contacts.length, accounts)
  if (platform !== undefined) yield* showPlatform(platform)

  const seconds = ((yield* Clock.currentTimeMillis) - began) / 1000
  yield* Console.log(`\n${green("All figures agree.")} ${dim(`The demo took ${seconds.toFixed(1)} s.`)}`)
})

demo.pipe(
  // The server is stopped and its folder removed before the last line, also after a failure.
  Effect.scoped,
  Effect.tap(() => Console.log(dim("The server is stopped and its folder removed: nothing is left behind."))),
  Effect.tapError((error) => Console.error(`\n${red("The demo failed:")} ${error.message}`)),
  Effect.provide(Layer.mergeAll(NodeServices.layer, FetchHttpClient.layer)),
  NodeRuntime.runMain
)
