import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import {
  ActorUuid,
  type Caller,
  ContactImports,
  ContactLists,
  Contacts,
  ContactSettings,
  ContactValues,
  CustomFields,
  InvalidInput,
  Notes,
  OptOuts,
  systemCaller,
  Templates,
  WorkspaceUuid
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import {
  ContactErasure,
  type GivenDefinition,
  type GivenValues,
  layerContactSets,
  ListJobs,
  newestFirst,
  OptOutJobs,
  Segments
} from "@rollcall/core/people"
import { layerAddressedRecipients } from "@rollcall/core/sending"
import { WorkspaceStore } from "@rollcall/core/storage"
import { placeOf } from "../src/shared/Issue.ts"

/** The services over one store in memory. Tests share it: each works in a workspace of its own. */
export const services = Layer.mergeAll(
  ContactErasure.layer,
  ContactImports.layer,
  ContactLists.layer,
  Layer.provideMerge(
    Layer.mergeAll(Segments.layer, ListJobs.layer, OptOutJobs.layer),
    Layer.provide(Contacts.layer, layerContactSets)
  ),
  ContactValues.layer,
  CustomFields.layer,
  Notes.layer,
  Layer.provide(OptOuts.layer, layerAddressedRecipients),
  Templates.layer
).pipe(Layer.provideMerge(storage))

/** Creates a workspace, and a caller in it. */
export const newCaller = Effect.gen(function* () {
  const { ensure } = yield* WorkspaceStore
  const id = yield* nextId
  const { uuid: workspace } = yield* ensure(`tests ${id}`, WorkspaceUuid.make(id))
  const caller: Caller = { workspace, actor: ActorUuid.make(yield* nextId) }
  return caller
})

/** The largest page. */
export const everything = { limit: 1_000, offset: 0 }

/** The service of contacts with a setting, over the same store. */
export const contactsWith = (uniqueIdentifiers: boolean) =>
  Effect.provide(Contacts, Layer.provide(Contacts.layer, Layer.succeed(ContactSettings, { uniqueIdentifiers })), {
    local: true
  })

/** The contacts of a workspace, newest first. */
export const contactsOf = (workspace: WorkspaceUuid) =>
  Effect.flatMap(Contacts, (contacts) =>
    Effect.map(contacts.list(systemCaller(workspace), newestFirst, everything), ({ items }) => items)
  )

/** A definition as a request gives it: of a text, unless something else is given. */
export const newDefinition = (given: Partial<GivenDefinition> = {}): GivenDefinition => ({
  name: "Diet",
  fieldType: "text",
  editable: true,
  sensitive: false,
  icon: null,
  selectOptions: null,
  ...given
})

/** Defines a field; without a key one is made from the name. */
export const define = (
  workspace: WorkspaceUuid,
  { fieldKey = null, ...input }: Partial<GivenDefinition> & { readonly fieldKey?: string | null }
) =>
  Effect.flatMap(CustomFields, (fields) =>
    fields.create(systemCaller(workspace), { ...newDefinition(input), fieldKey })
  )

/** A new contact with these custom values. */
export const contactWith = (workspace: WorkspaceUuid, values: GivenValues = {}) =>
  Effect.flatMap(Contacts, (contacts) =>
    contacts.create(systemCaller(workspace), { email: "ada@example.org", customFields: values })
  )

/** How a call is refused: the type and field of each issue, or the tag of another error; nothing when it is not. */
export const refusal = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.match(call, {
    onSuccess: (): ReadonlyArray<string> => [],
    onFailure: (error) =>
      error instanceof InvalidInput ? error.issues.map(({ code, path }) => `${code} ${placeOf(path)}`) : [error._tag]
  })
