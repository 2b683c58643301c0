import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import {
  AccessTokens,
  Broadcasts,
  BroadcastUuid,
  ContactLists,
  Contacts,
  ContactUuid,
  CustomFields,
  Deliveries,
  DispatchSettings,
  Events,
  IdGenerator,
  Rollcall,
  systemCaller,
  Templates,
  Workspaces
} from "@rollcall/core"
import { Channels, TemplateCatalog } from "@rollcall/core/channel"
import { ContactMerges, Segments } from "@rollcall/core/people"
import { BroadcastStore } from "@rollcall/core/storage"
import { Webhooks } from "@rollcall/core/events"
import { layer as sqlite } from "@rollcall/storage-sqlite"
import { Array as Arr, DateTime, Effect, Layer, Redacted } from "effect"

/**
 * Returns the uuid for a letter in the pages: `0197a000-0000-7000-8000-0000000000aa` is a contact, and also a
 * broadcast.
 */
const uuidOf = (letter: string): string => `0197a000-0000-7000-8000-0000000000${letter}${letter}`

/** Creates an entity, using a letter's uuid as the first identifier. */
const as = <A, E, R>(letter: string, make: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let isFirst = true
  const next = Effect.suspend(() => {
    if (!isFirst) return IdGenerator.defaultValue()
    isFirst = false
    return Effect.succeed(uuidOf(letter))
  })
  return Effect.provideService(make, IdGenerator, next)
}

/** A rate so slow that a broadcast is still being sent when the store closes. */
const slow = { ...DispatchSettings.defaultValue(), rate: { perSecond: 1, burst: 3 } }

const orderUpdate = {
  kind: "plain",
  name: "order_update",
  locale: "en",
  status: "approved",
  header: null,
  body: 2,
  buttons: 0
} as const

const springOffer = { ...orderUpdate, name: "spring_offer", body: 0 } as const

const message = {
  templateName: "appointment_reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name", "time"] }
}

const recipientsOf = (identifiers: ReadonlyArray<string>) =>
  identifiers.map((identifier) => ({ identifier, parameters: { body: { name: "Zoë", time: "9:30" } } }))

/**
 * Creates a broadcast in each state that a command needs: completed, scheduled, with held opt-outs, being sent and
 * paused.
 */
const makeBroadcasts = Effect.fnUntraced(function* (caller: ReturnType<typeof systemCaller>) {
  const [broadcasts, deliveries] = [yield* Broadcasts, yield* Deliveries]
  const many = recipientsOf(Arr.makeBy(50, (index) => String(4_930_901_000_000 + index * 10)))
  yield* as(
    "a",
    broadcasts.create(caller, {
      ...message,
      name: "Reminders",
      recipients: recipientsOf(["4930901820", "4930900001"])
    })
  )
  yield* as(
    "b",
    broadcasts.create(caller, {
      ...message,
      name: "Tomorrow",
      scheduledFor: DateTime.add(yield* DateTime.now, { days: 1 }),
      recipients: many
    })
  )
  for (const letter of ["e", "f"]) {
    yield* as(letter, broadcasts.create(caller, { ...message, name: "Held", recipients: recipientsOf(["4930901820"]) }))
    const ref = { workspace: caller.workspace, broadcast: BroadcastUuid.make(uuidOf(letter)) }
    yield* (yield* BroadcastStore).decideOptOuts(ref, "held")
  }
  for (const letter of ["c", "d"]) {
    yield* as(
      letter,
      broadcasts.create(caller, {
        ...message,
        from: `49309018${letter === "c" ? 1 : 2}`,
        name: "Slow",
        recipients: many
      })
    )
  }
  const statusOf = (letter: string) =>
    Effect.map(deliveries.get(caller, BroadcastUuid.make(uuidOf(letter))), ({ broadcast }) => broadcast.status)
  const until = (letter: string, status: string): Effect.Effect<void, unknown> =>
    Effect.flatMap(statusOf(letter), (now) =>
      now === status
        ? Effect.void
        : Effect.andThen(
            Effect.sleep("50 millis"),
            Effect.suspend(() => until(letter, status))
          )
    )
  yield* until("a", "completed")
  yield* until("c", "sending")
  yield* until("d", "sending")
  yield* broadcasts.pause(caller, BroadcastUuid.make(uuidOf("d")))
})

const prepared = Effect.gen(function* () {
  const [workspaces, contacts, lists, fields] = [
    yield* Workspaces,
    yield* Contacts,
    yield* ContactLists,
    yield* CustomFields
  ]
  const { uuid: workspace } = yield* workspaces.ensure("default")
  const caller = systemCaller(workspace)
  const { uuid: clinic } = yield* workspaces.ensure("clinic")
  yield* as("a", (yield* AccessTokens).create(systemCaller(clinic), { name: "Reports" }))
  const { token } = yield* (yield* AccessTokens).create(systemCaller(workspace), { name: "Pages" })
  for (const [name, fieldType] of [
    ["City", "text"],
    ["Visits", "number:integer"],
    ["Customer number", "text"],
    ["Time zone", "text"],
    ["Appointment", "date:date_time"],
    ["Marketing consent", "checkbox"]
  ] as const) {
    yield* fields.create(systemCaller(workspace), { name, fieldType })
  }
  yield* as(
    "a",
    contacts.create(systemCaller(workspace), {
      firstName: "Zoë",
      lastName: "Müller",
      phoneNumber: "+49 30 901820",
      email: "zoe@example.com",
      customFields: { city: "Berlin", visits: 12 }
    })
  )
  yield* as(
    "b",
    contacts.create(systemCaller(workspace), { firstName: "Zoe", lastName: "Muller", phoneNumber: "0049 30 901820" })
  )
  const twin = yield* contacts.create(systemCaller(workspace), { email: "zoe@example.org" })
  yield* (yield* ContactMerges).merge(caller, ContactUuid.make(uuidOf("a")), { from: twin.uuid })
  yield* (yield* Templates).replace(systemCaller(workspace), [...simulatorTemplates, orderUpdate, springOffer])
  yield* lists.create(caller, { name: "VIP" })
  yield* lists.create(caller, { name: "Regulars" })
  yield* as("c", lists.create(caller, { name: "Last year" }))
  const search = { advancedSearch: [{ field: "city", operator: "equals" as const, value: "Berlin" }] }
  for (const name of ["Berlin, with a phone", "Large shoes", "Had it last week"]) {
    yield* (yield* Segments).create(caller, { name, search })
  }
  yield* as("d", (yield* Segments).create(caller, { name: "Last year", search }))
  yield* as(
    "a",
    (yield* Webhooks).create(systemCaller(workspace), { url: "https://receiver.example/hooks", types: null })
  )
  yield* makeBroadcasts(caller)
  const { next } = yield* (yield* Events).read(systemCaller(workspace), { limit: 10 })
  return { token: Redacted.value(token), cursor: next }
})

/** The examples' data besides the database: a token for the workspace `default`, and an event's cursor. */
export type Prepared = Effect.Success<typeof prepared>

/** Creates a database with the entities named in the pages' examples. No message is being sent when it returns. */
export const prepareStore = (filename: string): Promise<Prepared> => {
  const channels = Channels.layerOf([Layer.merge(simulator(), TemplateCatalog.layerStored(simulatorTemplates))])
  const rollcall = Layer.mergeAll(Rollcall.layer, Rollcall.layerWorkers).pipe(
    Layer.provide(channels),
    Layer.provideMerge(sqlite({ filename })),
    Layer.provide(Layer.succeed(DispatchSettings, slow))
  )
  return Effect.runPromise(prepared.pipe(Effect.provide(rollcall), Effect.timeout("60 seconds")))
}
