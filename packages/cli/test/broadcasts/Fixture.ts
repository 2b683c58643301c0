import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { systemCaller, Workspaces, AccessTokens, ActorUuid, Broadcasts, Rollcall } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { transition } from "@rollcall/core/sending"
import { BroadcastStore, Delivery, DeliveryStore, Transaction } from "@rollcall/core/storage"
import { layer as sqlite } from "@rollcall/storage-sqlite"
import { Context, Duration, Effect, FileSystem, Layer, Redacted } from "effect"
import { Command } from "effect/cli"
import { broadcastsCommand } from "../../src/broadcasts/BroadcastsCommand.ts"
import { commandLayer, runWithEnv } from "../serve/Commands.ts"
import { layerFetch } from "../RoutesFetch.ts"

/** The database that a server and commands share. */
class Filename extends Context.Service<Filename, string>()("@rollcall/cli/test/broadcasts/Filename") {}

const filename = Layer.effect(
  Filename,
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    return `${yield* files.makeTempDirectoryScoped({ prefix: "rollcall-broadcasts-" })}/rollcall.db`
  })
)

const storage = Layer.unwrap(Effect.map(Filename, (filename) => sqlite({ filename })))

/** Every service over a SQLite file, without workers, and its routes in the place of a network. */
export const services = layerFetch.pipe(
  Layer.provideMerge(Rollcall.layer),
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(simulator({ seed: "broadcasts" })),
  Layer.provideMerge(storage),
  Layer.provideMerge(filename),
  Layer.provideMerge(commandLayer),
  Layer.orDie
)

/** Both ways to the same broadcasts: the flags, and the environment. */
export const ways = ["a database", "a server"] as const
export type Way = (typeof ways)[number]

/** Where a command finds the services: its flags, and its environment. */
export const addressOf = Effect.fnUntraced(function* (way: Way) {
  if (way === "a database") return { args: ["--database", `sqlite:${yield* Filename}`], env: {} }
  const tokens = yield* AccessTokens
  const { uuid: workspace } = yield* (yield* Workspaces).ensure("default")
  const { token } = yield* tokens.create(systemCaller(workspace), {})
  return { args: ["--url", "http://rollcall.test/"], env: { ROLLCALL_TOKEN: Redacted.value(token) } }
})

/** Runs `rollcall broadcasts`, and returns what it printed and its failure, if any. */
export const run = Effect.fnUntraced(function* (way: Way, args: ReadonlyArray<string>) {
  const address = yield* addressOf(way)
  const command = Command.runWith(broadcastsCommand, { version: "0" })([...args, ...address.args])
  return yield* runWithEnv(command, address.env)
})

/**
 * A broadcast to so many numbers and one invalid one: to the first few it was sent, to the next ones it could not be.
 */
export const beginBroadcast = Effect.fnUntraced(function* (options: {
  readonly recipients: number
  readonly accepted: number
  readonly undeliverable: number
}) {
  const broadcasts = yield* Broadcasts
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const { uuid: workspace } = yield* (yield* Workspaces).ensure("default")
  const parameters = { header: null, body: { name: "Ada", time: "9:30" }, button: null, cards: null }
  const numbers = Array.from({ length: options.recipients }, (_, at) => `4477${String(at).padStart(8, "0")}`)
  const { uuid } = yield* broadcasts.create(
    { workspace, actor: ActorUuid.make("00000000-0000-7000-8000-000000000000") },
    {
      channelType: "chatapp",
      name: "Reminders",
      templateName: "appointment_reminder",
      locale: "en",
      validUntil: null,
      scheduledFor: null,
      from: "447700900000",
      version: null,
      clientUniqueIdentifier: null,
      parameters: { header: null, bodyOrder: ["name", "time"], buttonOrder: [], cards: null },
      recipients: ["invalid", ...numbers].map((identifier) => ({ identifier, clientReference: null, parameters }))
    }
  )
  const ref = { workspace, broadcast: uuid }
  yield* transition(ref, "start", { nextCheckAfter: Duration.minutes(1) })
  const limit = options.accepted + options.undeliverable
  const claim = yield* store.claim(ref, { begin: 0, limit, lease: Duration.minutes(1), waits: true })
  const claimed = claim._tag === "Claimed" ? claim.deliveries : []
  const uuids = claimed.map(({ uuid }) => uuid)
  yield* transaction.run(store.beginSends(ref, claimed, Duration.minutes(1)))
  const { now } = yield* BroadcastStore
  yield* transaction.run(
    Effect.gen(function* () {
      const at = yield* now
      const deliveries = yield* store.lock({ deliveries: uuids.map((uuid) => ({ workspaceUuid: workspace, uuid })) })
      yield* store.save(
        deliveries.map((row, index) => {
          const { attempt, uuid } = row
          const outcome: Delivery.SendOutcome =
            index < options.accepted
              ? { _tag: "Accepted", uuid, attempt, messageId: uuid }
              : {
                  _tag: "Undeliverable",
                  uuid,
                  attempt,
                  reason: "undeliverable",
                  error: "the number has\u001b[31m no account"
                }
          return Delivery.applyOutcome(row, outcome, "sending", at)
        })
      )
    })
  )
  return ref
})
