import { ActorUuid, systemCaller } from "@rollcall/core"
import { nextId, CurrentActor } from "@rollcall/core/operations"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { AccessTokenStore, ContactStore, subjectOf } from "@rollcall/core/storage"
import { Effect } from "effect"
import { insertContact, newContact } from "../fixtures/ContactFixture.ts"
import { allEvents, append, newEvent, newNotice, readUntil } from "../fixtures/EventFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { concurrently, newWorkspace } from "../shared/Fixture.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"

const newActor = Effect.map(nextId, (id) => ActorUuid.make(id))

export const actorChecks: ReadonlyArray<Check> = [
  check("A1: actor names are stored unchanged, each in its workspace", function* () {
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

  check("A1: an actor is stored once, however many calls store it concurrently", function* () {
    const store = yield* AccessTokenStore
    const [workspace, actor] = [yield* newWorkspace, yield* newActor]
    yield* Effect.forEach(
      Array.from({ length: 16 }),
      () => store.rememberActor(workspace, actor, "user_1"),
      concurrently
    )
    yield* agree("Its name", yield* store.actorNames(workspace, [actor]), new Map([[actor, "user_1"]]))
  }),

  check("A1: an event has the actor it was appended for, or no actor", function* () {
    const store = yield* ContactStore
    const { rememberActor } = yield* AccessTokenStore
    const [workspaceUuid, other] = [yield* newWorkspace, yield* newWorkspace]
    const [named, unnamed] = [yield* newActor, yield* newActor]
    yield* rememberActor(workspaceUuid, named, "auth0|5f7c 😀")
    yield* rememberActor(other, unnamed, "user_of_another_workspace")
    const actors = [named, unnamed, systemCaller(workspaceUuid).actor, null]
    const shown = ["auth0|5f7c 😀", unnamed, null, null]
    for (const by of actors) {
      const [one, another] = yield* Effect.replicateEffect(newContact({ workspaceUuid }), 2)
      if (one === undefined || another === undefined) return
      const event = yield* newEvent(workspaceUuid)
      const steps = Effect.gen(function* () {
        yield* append(event, yield* newNotice(workspaceUuid))
        yield* insertContact(one)
        const created = [contactWrite(digitForms, "contact.created", another)]
        const changed = [contactWrite(digitForms, "contact.updated", one)]
        yield* store.save({ created, changed })
      })
      yield* Effect.provideService(steps, CurrentActor, by)
    }
    const expected = actors.flatMap((by, n) => Array.from({ length: 5 }, () => ({ by, actor: shown[n] ?? null })))
    const events = yield* allEvents(workspaceUuid)
    yield* agree(
      "The actors",
      events.map(({ actor, by }) => ({ by, actor })),
      expected
    )
    const { events: some } = yield* readUntil(workspaceUuid, 4, { types: ["channel.notice"] })
    yield* agree(
      "Those of a type",
      some.map(({ actor }) => actor),
      shown
    )
  }),

  check("A1: each of several contacts created concurrently has the actor who created it", function* () {
    const store = yield* ContactStore
    const workspaceUuid = yield* newWorkspace
    const made = yield* Effect.replicateEffect(Effect.all([newContact({ workspaceUuid }), newActor]), 32)
    yield* Effect.forEach(
      made,
      ([contact, actor]) =>
        Effect.provideService(
          store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] }),
          CurrentActor,
          actor
        ),
      concurrently
    )
    const events = yield* allEvents(workspaceUuid)
    yield* agree(
      "The actors",
      new Map(events.map((event) => [subjectOf(event), event.by])),
      new Map(made.map(([{ uuid }, actor]) => [uuid, actor]))
    )
  })
]
