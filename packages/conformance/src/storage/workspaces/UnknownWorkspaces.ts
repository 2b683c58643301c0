import {
  AccessTokens,
  Broadcasts,
  ContactImports,
  ContactLists,
  Contacts,
  CustomFields,
  InvalidInput,
  Rollcall,
  systemCaller,
  Templates,
  WorkspaceUuid
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { Channels, MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { newestFirst, Segments, Settings } from "@rollcall/core/people"
import { ExistingWorkspaces, Transaction, WorkspaceStore } from "@rollcall/core/storage"
import { Webhooks } from "@rollcall/core/events"
import { Effect, Layer } from "effect"
import { agree, type Check, check } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"

const channel = Layer.merge(
  Layer.mock(MessageChannel, { channelType: "chatapp", hasSender: () => Effect.succeed(true) }),
  Layer.mock(TemplateCatalog, {})
)

const services = Layer.fresh(Rollcall.layer.pipe(Layer.provide(Channels.layer), Layer.provide(channel)))

const definition = {
  name: "Diet",
  fieldType: "text",
  editable: true,
  sensitive: false,
  icon: null,
  selectOptions: null
} as const

const template = {
  kind: "plain",
  name: "reminder",
  locale: "en",
  status: "approved",
  header: null,
  body: 1,
  buttons: 0
} as const

const broadcast = {
  name: "Reminders",
  templateName: "reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name"] },
  recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë" } } }]
}

/** Returns every operation that creates a resource without needing an existing resource. */
const creations = (
  workspace: WorkspaceUuid
): { readonly [what: string]: Effect.Effect<unknown, unknown, Layer.Success<typeof services>> } => {
  const caller = systemCaller(workspace)
  return {
    contact: Contacts.use((contacts) => contacts.create(systemCaller(workspace), { email: "zoe@example.org" })),
    "custom field": CustomFields.use((fields) => fields.create(systemCaller(workspace), definition)),
    list: ContactLists.use((lists) => lists.create(caller, { name: "Regulars" })),
    segment: Segments.use((segments) => segments.create(caller, { name: "All", search: {} })),
    import: ContactImports.use((imports) =>
      imports.create(caller, { contacts: [{ fields: { email: "zoe@example.org" } }] })
    ),
    broadcast: Broadcasts.use((broadcasts) => broadcasts.create(caller, broadcast)),
    template: Templates.use((templates) => templates.replace(systemCaller(workspace), [template])),
    settings: Settings.use((settings) =>
      settings.replace(systemCaller(workspace), { frequencyCap: null, quietHours: null })
    ),
    "access token": AccessTokens.use((tokens) => tokens.create(systemCaller(workspace), { name: "Reports" })),
    webhook: Webhooks.use((webhooks) => webhooks.create(systemCaller(workspace), { url: "https://receiver.example" }))
  }
}

/** Returns the listings, which are empty in an existing workspace. */
const listings = (
  workspace: WorkspaceUuid
): { readonly [what: string]: Effect.Effect<unknown, unknown, Layer.Success<typeof services>> } => {
  const page = { limit: 1, offset: 0 }
  return {
    contacts: Contacts.use((contacts) => contacts.list(systemCaller(workspace), newestFirst, page)),
    search: Contacts.use((contacts) => contacts.search(systemCaller(workspace), { searchTerm: "zoe" }, page)),
    "custom fields": CustomFields.use((fields) => fields.list(systemCaller(workspace), {}, page)),
    lists: ContactLists.use((lists) => lists.list(systemCaller(workspace), {}, page)),
    segments: Segments.use((segments) => segments.list(systemCaller(workspace), {}, page)),
    broadcasts: Broadcasts.use((broadcasts) => broadcasts.list(systemCaller(workspace), {}, page))
  }
}

/** Returns the paths of the issues of a failed effect; none if it succeeds. */
const placesOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, {
    onSuccess: (): unknown => [],
    onFailure: (error): unknown => (error instanceof InvalidInput ? error.issues.map(({ path }) => path) : error)
  })

/** Checks that a workspace that does not exist has no resources. */
export const unknownWorkspaceChecks: ReadonlyArray<Check> = [
  check(
    "A1: nothing is created or listed in a workspace that does not exist",
    Effect.gen(function* () {
      const unknown = WorkspaceUuid.make(yield* nextId)
      for (const [what, create] of Object.entries(creations(unknown))) {
        yield* agree<unknown>(what, yield* placesOf(create), [["workspace"]])
      }
      for (const [what, list] of Object.entries(listings(unknown))) {
        yield* agree<unknown>(what, yield* placesOf(list), [["workspace"]])
      }
      const page = { limit: 1, offset: 0 }
      yield* WorkspaceStore.use((store) => store.ensure(`created later ${unknown}`, unknown))
      const stored = yield* Contacts.use((contacts) => contacts.list(systemCaller(unknown), newestFirst, page))
      yield* agree("Contacts", stored.total, 0)
      const workspace = yield* newWorkspace
      const contact = yield* Contacts.use((contacts) =>
        contacts.create(systemCaller(workspace), { email: "zoe@example.org" })
      )
      yield* agree("A workspace that exists", contact.workspaceUuid, workspace)
    }).pipe(Effect.provide(services))
  ),

  check(
    "A1: a workspace from a rolled-back transaction does not exist",
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const { has } = yield* ExistingWorkspaces
      const candidate = WorkspaceUuid.make(yield* nextId)
      const create = Contacts.use((contacts) => contacts.create(systemCaller(candidate), { email: "zoe@example.org" }))
      const ensure = WorkspaceStore.use((store) => store.ensure(`rolled back ${candidate}`, candidate))
      yield* Effect.flip(run(Effect.andThen(Effect.andThen(ensure, create), Effect.fail("rolled back"))))
      yield* agree("The workspace", yield* has(candidate), false)
      yield* agree<unknown>("A contact", yield* placesOf(create), [["workspace"]])
    }).pipe(Effect.provide(services))
  )
]
