import { assert, it } from "@effect/vitest"
import { layer as simulatorLayer } from "@rollcall/channel-simulator"
import { Console, Effect, Layer } from "effect"
import { layerFileJournal } from "../src/FileJournal.ts"
import { callsLayer } from "./Calls.ts"
import { stores } from "./kill/Store.ts"
import { killDuringBroadcasts } from "./killed-broadcasts/Campaign.ts"
import { journalOf, startSenders } from "./killed-broadcasts/Fleet.ts"
import { handedOverTwice, judge } from "./killed-broadcasts/Verdict.ts"
import { processLayer } from "./ServerProcess.ts"

const live = Layer.mergeAll(processLayer, callsLayer)

/** `npm run test:long` says how many kills it wants. */
const wanted = process.env["ROLLCALL_KILLS"]
const kills = wanted === undefined ? 5 : Number(wanted)

it.live(
  `B4, B10, B12, B13: three servers on Postgres, ${kills} times killed while answers and receipts get lost, hand nobody a message twice and account for everybody`,
  () =>
    Effect.gen(function* () {
      const store = yield* stores.Postgres
      const fleet = yield* startSenders(store, 3)
      const channel = Layer.provideMerge(simulatorLayer(), layerFileJournal(journalOf(store)))
      const { campaign, record } = yield* Effect.gen(function* () {
        const campaign = yield* killDuringBroadcasts(fleet, kills)
        return { campaign, record: yield* judge(fleet, campaign) }
      }).pipe(Effect.provide(channel))
      assert.deepStrictEqual(handedOverTwice(record), [])
      assert.strictEqual(campaign.killed(), kills)
      assert.isAbove(record.length, 0)
      if (wanted === undefined) return
      yield* Console.log(
        `${campaign.killed()} kills; ${campaign.planned.size} broadcasts, ${record.length} messages, ${campaign.polls()} polls`
      )
    }).pipe(Effect.provide(live)),
  90_000 + kills * 20_000
)
