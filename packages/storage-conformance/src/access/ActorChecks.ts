import { ActorUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/shared"
import { AccessTokenStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { agree, type Check, check } from "../shared/Check.ts"
import { concurrently, newWorkspace } from "../shared/Fixture.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"

const newActor = Effect.map(nextId, (id) => ActorUuid.make(id))

/** The contract of `AccessTokenStore` for the names of actors (A1). */
export const actorChecks: ReadonlyArray<Check> = [
  check("A1: names of actors are kept to the letter, each in its workspace", function* () {
    const store = yield* AccessTokenStore
    const [workspace, other] = [yield* newWorkspace, yield* newWorkspace]
    const given = [
      "auth0|5f7c8ec7c33c6c004bbafe82",
      "user_2NNEqL2nrIRdJ194ndJqAHwEfxC",
      "a".repeat(255),
      ...hostileTexts
    ]
    const named = yield* Effect.forEach(given, (name) => Effect.map(newActor, (actor) => [actor, name] as const))
    yield* Effect.forEach(named, ([actor, name]) => store.rememberActor(workspace, actor, name), concurrently)
    const wanted = [...named.map(([actor]) => actor), yield* newActor]
    yield* agree("Its names", yield* store.actorNames(workspace, wanted), new Map(named))
    yield* agree("Those of another workspace", yield* store.actorNames(other, wanted), new Map())
    yield* agree("None", yield* store.actorNames(workspace, []), new Map())
  }),

  check("A1: an actor is remembered once, however many do so at once", function* () {
    const store = yield* AccessTokenStore
    const [workspace, actor] = [yield* newWorkspace, yield* newActor]
    yield* Effect.forEach(
      Array.from({ length: 16 }),
      () => store.rememberActor(workspace, actor, "user_1"),
      concurrently
    )
    yield* agree("Its name", yield* store.actorNames(workspace, [actor]), new Map([[actor, "user_1"]]))
  })
]
