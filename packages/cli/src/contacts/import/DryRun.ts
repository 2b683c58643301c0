import { type CustomFieldResource, toContactFields, toImportPolicy } from "@rollcall/api"
import { type Contact, ContactSettings, CustomField, type WorkspaceUuid } from "@rollcall/core"
import { ContactStore, CustomFieldStore, type IdentifierKey, identifierKeys } from "@rollcall/core/storage"
import { Context, Effect, Layer, Record, Schema, String } from "effect"
import type { ApiError } from "../../target/ApiError.ts"
import { customFields } from "../../target/CustomFieldList.ts"
import { DatabaseCaller, layerScratch } from "../../target/DatabaseTarget.ts"
import { call, Target } from "../../target/Target.ts"
import { ImportClient, importClientOf, type ImportRequest } from "./ImportClient.ts"

/**
 * A client that applies rows to a workspace in memory, by the same code as the target would. Before a request is
 * applied, the contacts of the target that its rows could meet are copied there. The target is only read.
 */
export const layerDryRun = Layer.effect(
  ImportClient,
  Effect.gen(function* () {
    const target = yield* Target
    // Built anew: the layers of the target are partly the same, and its store must not be taken.
    const scratch = yield* Layer.build(Layer.fresh(layerScratch))
    const client = importClientOf(Context.get(scratch, Target))
    const copy = yield* Effect.provide(makeCopy, scratch)
    const prepare = (request: ImportRequest) => Effect.provideService(copy(request), Target, target)
    return ImportClient.of({
      ...client,
      send: (request) => Effect.andThen(prepare(request), client.send({ ...request, contact_list_uuid: null }))
    })
  })
)

/** Returns what copies the custom fields, and the contacts that the rows of a request could meet. */
const makeCopy = Effect.gen(function* () {
  const { workspace } = yield* DatabaseCaller
  const { uniqueIdentifiers } = yield* ContactSettings
  const contacts = yield* ContactStore
  const fields = yield* CustomFieldStore
  const lookedFor = new Set<string>()
  const copied = new Set<Contact["uuid"]>()
  let isFirst = true

  const newKeys = (request: ImportRequest): ReadonlyArray<IdentifierKey> => {
    const { matchOnField } = toImportPolicy(request)
    const keys = request.contacts.flatMap((body) => identifierKeys(toContactFields(body)))
    return keys.filter(({ field, value }) => {
      const text = `${field} ${value}`
      if ((field !== matchOnField && !uniqueIdentifiers) || lookedFor.has(text)) return false
      lookedFor.add(text)
      return true
    })
  }

  const begin = Effect.fnUntraced(function* ({ contact_list_uuid }: ImportRequest) {
    if (contact_list_uuid) {
      const params = { contact_list_uuid }
      yield* call(({ contactLists }) => contactLists.get({ params }))
    }
    for (const definition of yield* customFields) {
      yield* Effect.orDie(fields.insert(toCustomField(definition, workspace)))
    }
  })

  return Effect.fnUntraced(function* (request: ImportRequest): Effect.fn.Return<void, ApiError, Target> {
    if (isFirst) yield* begin(request)
    isFirst = false
    const { holders } = yield* Target
    const added = (yield* holders(newKeys(request))).filter(({ uuid }) => !copied.has(uuid))
    for (const { uuid } of added) copied.add(uuid)
    const created = added.map((contact) => ({ contact: { ...contact, workspaceUuid: workspace }, changes: [] }))
    yield* Effect.orDie(contacts.save({ created, changed: [] }))
  })
})

const decodeCustomField = Schema.decodeUnknownSync(Schema.toType(CustomField))

/** A definition of the target as one of another workspace. */
const toCustomField = (
  { select_options, ...definition }: typeof CustomFieldResource.Type,
  workspaceUuid: WorkspaceUuid
): CustomField =>
  decodeCustomField({
    ...camelKeys(definition),
    workspaceUuid,
    selectOptions: select_options?.map(camelKeys) ?? null
  })

const camelKeys = (value: Readonly<Record<string, unknown>>) => Record.mapKeys(value, String.snakeToCamel)
