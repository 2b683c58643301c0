import { toContactFields, toImportPolicy } from "@rollcall/api"
import { type Contact, ContactSettings } from "@rollcall/core"
import { contactWrite, type IdentifierKey, identifierKeys, PhoneNumbers } from "@rollcall/core/contacts"
import { ContactStore, CustomFieldStore } from "@rollcall/core/storage"
import { Array as Arr, Context, Effect, Layer, Struct } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { customFields, toCustomField } from "../../targets/CustomFieldList.ts"
import { contactsNamed } from "../../targets/Holders.ts"
import { DatabaseCaller, layerScratch } from "../../targets/DatabaseTarget.ts"
import { call, Target } from "../../targets/Target.ts"
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
      send: (request) => Effect.andThen(prepare(request), client.send(withoutLists(request)))
    })
  })
)

/** The workspace in memory has no lists. Whether they are there is known before. */
const withoutLists = (request: ImportRequest): ImportRequest => ({
  ...request,
  contact_list_uuid: null,
  contacts: request.contacts.map((row) => Struct.omit(row, ["contact_list_uuids"]))
})

/** Returns what copies the custom fields, and the contacts that the rows of a request could meet. */
const makeCopy = Effect.gen(function* () {
  const { workspace } = yield* DatabaseCaller
  const { uniqueIdentifiers } = yield* ContactSettings
  const numbers = yield* PhoneNumbers
  const contacts = yield* ContactStore
  const fields = yield* CustomFieldStore
  const lookedFor = new Set<string>()
  const copied = new Set<Contact["uuid"]>()
  let isFirst = true

  const newKeys = (request: ImportRequest): ReadonlyArray<IdentifierKey> => {
    const { matchOnField } = toImportPolicy(request)
    const keys = request.contacts.flatMap((body) => identifierKeys(numbers, toContactFields(body)))
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
    const named = request.match_on_field ? request.contacts.flatMap(({ uuid }) => Arr.fromNullishOr(uuid)) : []
    const found = [
      ...(yield* holders(newKeys(request))),
      ...(yield* contactsNamed(Arr.dedupe(named).filter((uuid) => !copied.has(uuid))))
    ]
    const added = Arr.dedupeWith(found, (a, b) => a.uuid === b.uuid).filter(({ uuid }) => !copied.has(uuid))
    for (const { uuid } of added) copied.add(uuid)
    const created = added.map((contact) => contactWrite(numbers, { ...contact, workspaceUuid: workspace }))
    yield* Effect.orDie(contacts.save({ created, changed: [] }))
  })
})
