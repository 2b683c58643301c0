import { WorkspaceUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import type { WorkspaceSettings } from "@rollcall/core/people"
import { compareCodePoints, WorkspaceStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { agree, type Check, check } from "../shared/Check.ts"
import { concurrently } from "../shared/Fixture.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"

const candidate = Effect.map(nextId, (id) => WorkspaceUuid.make(id))

export const workspaceChecks: ReadonlyArray<Check> = [
  check("A1: many concurrent requests create a name's workspace once", function* () {
    const store = yield* WorkspaceStore
    const candidates = yield* Effect.replicateEffect(candidate, 16)
    const name = `racing for ${candidates[0]}`
    const made = yield* Effect.forEach(candidates, (candidate) => store.ensure(name, candidate), concurrently)
    const first = candidates.find((candidate) => candidate === made[0]?.uuid)
    const expected = made.map(() => ({ uuid: first, name }))
    yield* agree<unknown>("What each gets", made, expected)
  }),

  check("A1: workspace names are stored unchanged, and names that look alike are different", function* () {
    const store = yield* WorkspaceStore
    for (const name of new Set([...hostileTexts, "default", "Default", "default "])) {
      const uuid = yield* candidate
      yield* agree(name, yield* store.ensure(name, uuid), { uuid, name })
    }
  }),

  check("A1: workspaces are listed in name order, and found by their exact name", function* () {
    const store = yield* WorkspaceStore
    const prefix = yield* candidate
    const names = ["Zoë", "a", "B", "\u{1f426}", "\uff5e", "b "].map((name) => `${prefix} ${name}`)
    const made = yield* Effect.forEach(names, (name) => Effect.flatMap(candidate, (uuid) => store.ensure(name, uuid)))
    const listed = (yield* store.list).filter(({ name }) => name.startsWith(prefix))
    yield* agree(
      "All",
      listed,
      made.toSorted((a, b) => compareCodePoints(a.name, b.name))
    )
    for (const workspace of made) {
      yield* agree(workspace.name, yield* store.find(workspace.name), Option.some(workspace))
    }
    yield* agree("Another case", yield* store.find(`${prefix} A`), Option.none())
  }),

  check("Q2: each workspace has its last stored settings, and none before the first", function* () {
    const store = yield* WorkspaceStore
    const [workspace, other] = [yield* candidate, yield* candidate]
    const named = { from: "21:00", until: "08:00", timeZoneField: "time_zone", timeZone: "Europe/Berlin" }
    const given: ReadonlyArray<WorkspaceSettings> = [
      { frequencyCap: { messages: 1, days: 365 }, quietHours: named },
      { frequencyCap: null, quietHours: { ...named, timeZoneField: null } },
      { frequencyCap: null, quietHours: null }
    ]
    for (const settings of given) {
      yield* store.putSettings(workspace, settings)
      yield* agree("What was put", yield* store.settings(workspace), Option.some(settings))
      yield* agree("Another workspace", yield* store.settings(other), Option.none())
    }
  })
]
