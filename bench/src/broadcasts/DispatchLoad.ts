import type { BroadcastUuid } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { Disagreement } from "../cases/Case.ts"
import type { Load } from "../loads/Load.ts"
import { timedWork } from "../measure/TakeTurns.ts"
import type { Bare } from "../stores/Arena.ts"
import { broadcastsOf, dispatcher, handedOverOnce } from "./Dispatching.ts"
import { claimByHand } from "./DispatchRival.ts"
import { instantChannel } from "./InstantChannel.ts"
import { reminder } from "./Requests.ts"

/** The ledger by the rules of the library, beside claims and updates of as many rows at a time by hand. */
const dispatchLoad = (name: string, reference: ((index: number) => string) | null): Load => ({
  name,
  unit: "messages",
  beside: "by hand",
  target: { share: 0.6, leastOnPostgres: 10_000 },
  sides: Effect.fnUntraced(function* (arena, { recipients }) {
    const { broadcasts, caller, completed, storage, workspace } = yield* broadcastsOf(arena)
    const bare = arena.rival?.bare
    const accepted = Effect.map(broadcasts.create(caller, reminder(recipients, reference)), ({ uuid }) => uuid)

    const library = Effect.gen(function* () {
      const channel = instantChannel()
      const uuid = yield* accepted
      yield* Layer.build(dispatcher(channel, storage))
      const end = yield* completed(uuid)
      const record = channel.record()
      yield* handedOverOnce([record], recipients)
      if (bare) yield* checkAccounts(bare, uuid, recipients)
      return { count: recipients, seconds: (end - (record.first ?? end)) / 1_000 }
    }).pipe(Effect.scoped)

    const byHand = (bare: Bare) =>
      Effect.gen(function* () {
        const uuid = yield* accepted
        const taken: Array<string> = []
        const claims = yield* claimByHand(bare, { workspace, broadcast: uuid })
        const work = yield* timedWork(
          recipients,
          claims((recipient) => taken.push(recipient))
        )
        yield* handedOverOnce([{ first: null, taken }], recipients)
        yield* checkAccounts(bare, uuid, recipients)
        return work
      }).pipe(Effect.scoped)

    return { library, rival: bare && byHand(bare) }
  })
})

export const dispatch: ReadonlyArray<Load> = [
  dispatchLoad("broadcast: dispatch", null),
  // By hand no contact learns of it.
  dispatchLoad("broadcast: dispatch with references, and tell contacts", (index) => `reminder ${index}`)
]

/** Whoever was sent to looks the same, by the library and by hand. */
const checkAccounts = (bare: Bare, uuid: BroadcastUuid, count: number) =>
  Effect.gen(function* () {
    const text = `
      SELECT CAST(count(*) AS integer) AS accounts FROM broadcast_recipients
      WHERE broadcast_uuid = $1 AND status = 'sent' AND attempt = 1 AND retries = 0 AND sent_at IS NOT NULL
        AND message_id = 'instant-' || uuid AND lease_until IS NULL AND updated_at >= sent_at`
    const accounts =
      bare.dialect === "sqlite"
        ? bare.db.prepare(text.replace("$1", "?")).get(uuid)?.["accounts"]
        : (yield* bare.query(text, [uuid])).rows[0]?.["accounts"]
    if (accounts !== count) return yield* new Disagreement({ case: "dispatch", library: accounts, rival: count })
  })
