import { assert, it } from "@effect/vitest"
import { layer as simulatorLayer, SimulatorRecord } from "@rollcall/channel-simulator"
import { Array, Effect, Layer, Random } from "effect"
import { layerFileJournal } from "../src/FileJournal.ts"
import { Accepted, ask, callsLayer, detailsWhen, reminderTo } from "./Calls.ts"
import { killNow, processLayer, startServer, stop, temporaryFolder } from "./ServerProcess.ts"

const live = Layer.mergeAll(processLayer, callsLayer)

const recipients = 5_000
const kills = 4

/** Fast enough for a test, slow enough to be killed in the middle; a dead process is missed after two seconds. */
const env = { ROLLCALL_SEND_RATE: "2000", ROLLCALL_DISPATCH_LEASE: "2 seconds" }

/** What the simulator itself has on record, read from its journal as any process may. */
const handOvers = (folder: string) =>
  Effect.flatMap(SimulatorRecord, (record) => record.handOvers).pipe(
    Effect.provide(Layer.provide(simulatorLayer(), layerFileJournal(`${folder}/rollcall.db.simulator.jsonl`)))
  )

it.live(
  `B9, B12: a server that is killed ${kills} times during a broadcast of ${recipients} hands every recipient over once`,
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const identifiers = Array.makeBy(recipients, (index) => String(447_700_100_000 + index))
      const first = yield* startServer({ folder, env })
      const { uuid } = yield* ask(first, ["POST", "/broadcasts", reminderTo(identifiers)], [202, Accepted])
      let server = first
      for (let kill = 1; kill <= kills; kill++) {
        const enough = Math.floor((recipients * kill) / (kills + 1)) - (yield* Random.nextIntBetween(0, 400))
        yield* detailsWhen(server, uuid, ({ sent }) => sent >= enough)
        yield* Effect.sleep(yield* Random.nextIntBetween(0, 60))
        yield* killNow(server)
        const taken = (yield* handOvers(folder)).length
        assert.isAbove(taken, 0)
        assert.isBelow(taken, recipients, `kill ${kill} came too late to prove anything`)
        server = yield* startServer({ folder, env })
      }

      // One identifier ends with 0001, 0002 and so on each: one is undeliverable, of one nothing is heard, two are
      // delivered and never read (see `endingOf`).
      const read = recipients - 4
      const details = yield* detailsWhen(
        server,
        uuid,
        (now) => now.status === "completed" && now.read === read && now.delivered === read + 2
      )
      assert.deepStrictEqual(details, {
        uuid,
        status: "completed",
        recipients,
        sent: recipients,
        delivered: recipients - 2,
        read,
        rejected: 0,
        failed: 1
      })
      assert.strictEqual(yield* stop(server), 0)

      const record = yield* handOvers(folder)
      assert.sameMembers(
        record.map(({ identifier }) => identifier),
        identifiers
      )
      assert.deepStrictEqual(
        record.filter(({ duplicates }) => duplicates > 0),
        []
      )
    }).pipe(Effect.provide(live)),
  60_000
)
