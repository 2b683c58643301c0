import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { makeWorkspaceCheck } from "../../shared/ExistingWorkspaces.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import { type Caller, CustomFieldUuid, nextId, type WorkspaceUuid } from "../../shared/Ids.ts"
import { issue, InvalidInput } from "../../shared/Issue.ts"
import { checkPage, type Page, type PageRequest, slice } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { type CustomField, CustomFieldListing, hasOptions } from "./CustomField.ts"
import {
  definitionIssues,
  keyIssues,
  type CustomFieldDefinition,
  GivenDefinition,
  NewCustomField,
  tidyDefinition,
  unknownOptionIssues
} from "./CustomFieldRules.ts"
import { CustomFieldStore } from "./CustomFieldStore.ts"
import { freeKey, isReservedKey, keyMaker, Transliteration } from "./FieldKey.ts"
import { reviseOptions } from "./SelectOptions.ts"

/** The position (after the caller) and schema of each operation's input. */
const inputs = { create: [0, NewCustomField], list: [0, CustomFieldListing], replace: [1, GivenDefinition] } as const

/**
 * The workspace has no custom field with this uuid, or the field is archived.
 *
 * @see docs/contributing/decisions.md, F7
 */
export class CustomFieldNotFound extends Schema.TaggedError<CustomFieldNotFound>()("CustomFieldNotFound", {
  uuid: CustomFieldUuid
}) {
  override get message(): string {
    return `There is no custom field ${this.uuid}.`
  }
}

/**
 * Defines the fields that a workspace adds to its contacts.
 *
 * @example
 * const fields = yield* CustomFields
 * const { fieldKey } = yield* fields.create(caller, { name: "Visits", fieldType: "number:integer" })
 * return fieldKey
 */
export class CustomFields extends Context.Service<
  CustomFields,
  {
    /**
     * Defines a field. Without a given key, makes a key from the name. Fails if the given key is taken.
     *
     * @param input The name has 3 to 250 characters after trimming. A `select` or `multiselect` has 1 to 1,000 options.
     * @example
     * const fields = yield* CustomFields
     * const { fieldKey } = yield* fields.create(caller, { name: "Visits", fieldType: "number:integer" })
     * return fieldKey
     */
    readonly create: (caller: Caller, input: NewCustomField) => Effect.Effect<CustomField, InvalidInput | StorageError>

    /**
     * Returns a definition that is not archived.
     *
     * @param uuid The field's uuid.
     * @example
     * const fields = yield* CustomFields
     * const { fieldKey, fieldType } = yield* fields.get(caller, field)
     * return [fieldKey, fieldType]
     */
    readonly get: (
      caller: Caller,
      uuid: CustomFieldUuid
    ) => Effect.Effect<CustomField, CustomFieldNotFound | StorageError>

    /**
     * Returns the active or the archived definitions, oldest first.
     *
     * @param listing Default: the active definitions.
     * @param page At most `limit` items after the first `offset`: integers from 0.
     * @example
     * const fields = yield* CustomFields
     * const { items } = yield* fields.list(caller, {}, { limit: 100, offset: 0 })
     * return items.map(({ fieldKey }) => fieldKey)
     */
    readonly list: (
      caller: Caller,
      listing: CustomFieldListing,
      page: PageRequest
    ) => Effect.Effect<Page<CustomField>, InvalidInput | StorageError>

    /**
     * Replaces a definition, except its key. Absent members get their defaults. The type may change only while no contact
     * has a value.
     *
     * @param uuid The field's uuid.
     * @param input The whole definition. Contacts keep their values for options that are given by uuid or label.
     * @example
     * const fields = yield* CustomFields
     * const { fieldType } = yield* fields.get(caller, field)
     * return yield* fields.replace(caller, field, { name: "Number of visits", fieldType })
     */
    readonly replace: (
      caller: Caller,
      uuid: CustomFieldUuid,
      input: GivenDefinition
    ) => Effect.Effect<CustomField, CustomFieldNotFound | InvalidInput | StorageError>

    /**
     * Archives a definition and hides its values until `restore`. The key stays taken.
     *
     * @param uuid The field's uuid.
     * @example
     * const fields = yield* CustomFields
     * yield* fields.archive(caller, field)
     */
    readonly archive: (caller: Caller, uuid: CustomFieldUuid) => Effect.Effect<void, CustomFieldNotFound | StorageError>

    /**
     * Restores a definition from the archive and shows its values again. Changes nothing if the definition is active.
     *
     * @param uuid The field's uuid.
     * @example
     * const fields = yield* CustomFields
     * const { fieldKey } = yield* fields.restore(caller, field)
     * return fieldKey
     */
    readonly restore: (
      caller: Caller,
      uuid: CustomFieldUuid
    ) => Effect.Effect<CustomField, CustomFieldNotFound | StorageError>
  }
>()("@rollcall/core/people/custom-fields/CustomFields") {
  static readonly layer = Layer.effect(
    CustomFields,
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const transaction = yield* Transaction
      const checkWorkspace = yield* makeWorkspaceCheck
      const keyOf = keyMaker(yield* Transliteration)

      const optionsOf = (input: CustomFieldDefinition, previous: NonNullable<CustomField["selectOptions"]>) =>
        hasOptions(input.fieldType) ? reviseOptions(previous, input.selectOptions ?? [], keyOf) : Effect.succeed(null)

      /** Stores and returns a new definition; null if the key is taken. */
      const insert = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        input: CustomFieldDefinition,
        fieldKey: string
      ) {
        const now = yield* DateTime.now
        const field: CustomField = {
          ...input,
          uuid: CustomFieldUuid.make(yield* nextId),
          workspaceUuid: workspace,
          fieldKey,
          status: "active",
          selectOptions: yield* optionsOf(input, []),
          createdAt: now,
          updatedAt: now,
          archivedAt: null
        }
        return (yield* store.insert(field)) ? field : null
      })

      /**
       * Stores a new definition with a key made from its name. If another writer takes the key meanwhile, tries the next
       * key.
       */
      const insertWithMadeKey = Effect.fnUntraced(function* (workspace: WorkspaceUuid, input: CustomFieldDefinition) {
        const taken = new Set((yield* store.all(workspace)).map((field) => field.fieldKey))
        const made = yield* keyOf(input.name)
        for (;;) {
          const key = freeKey(made, (key) => taken.has(key) || isReservedKey(key))
          const field = yield* insert(workspace, input, key)
          if (field !== null) return field
          taken.add(key)
        }
      })

      return CustomFields.of(
        workspaceService("CustomFields", inputs, {
          create: Effect.fnUntraced(function* ({ workspace }, { fieldKey = null, ...given }) {
            const input = tidyDefinition(given)
            yield* InvalidInput.refuse([
              ...definitionIssues(input),
              ...unknownOptionIssues(input, []),
              ...(fieldKey === null ? [] : keyIssues(fieldKey))
            ])
            yield* checkWorkspace(workspace)
            if (fieldKey === null) return yield* insertWithMadeKey(workspace, input)
            const issues = [issue("already_exists", ["fieldKey"], "is already used by another field")]
            return (yield* insert(workspace, input, fieldKey)) ?? (yield* new InvalidInput({ issues }))
          }),
          get: Effect.fnUntraced(function* ({ workspace }, uuid) {
            return yield* activeField(yield* store.find(workspace, uuid), uuid)
          }),
          list: Effect.fnUntraced(function* ({ workspace }, { status: wanted = "active" }, page) {
            yield* checkWorkspace(workspace)
            yield* checkPage(page)
            return slice(
              (yield* store.all(workspace)).filter(({ status }) => status === wanted),
              page
            )
          }),
          replace: Effect.fnUntraced(function* ({ workspace }, uuid, given) {
            const input = tidyDefinition(given)
            const field = yield* activeField(yield* store.lock(workspace, uuid), uuid)
            const retyped = field.fieldType !== input.fieldType && (yield* store.hasValues(workspace, uuid))
            yield* InvalidInput.refuse([
              ...definitionIssues(input),
              ...unknownOptionIssues(input, field.selectOptions ?? []),
              ...(retyped ? [issue("value_error", ["fieldType"], "cannot change while contacts have values")] : [])
            ])
            const changed: CustomField = {
              ...field,
              ...input,
              selectOptions: yield* optionsOf(input, field.selectOptions ?? []),
              updatedAt: DateTime.max(yield* DateTime.now, field.updatedAt)
            }
            yield* store.replace(changed)
            return changed
          }, transaction.run),
          archive: Effect.fnUntraced(function* ({ workspace }, uuid) {
            const field = yield* activeField(yield* store.lock(workspace, uuid), uuid)
            const now = DateTime.max(yield* DateTime.now, field.updatedAt)
            yield* store.replace({ ...field, status: "archived", archivedAt: now, updatedAt: now })
          }, transaction.run),
          restore: Effect.fnUntraced(function* ({ workspace }, uuid) {
            const field = yield* foundField(yield* store.lock(workspace, uuid), uuid)
            if (isActive(field)) return field
            const updatedAt = DateTime.max(yield* DateTime.now, field.updatedAt)
            const restored: CustomField = { ...field, status: "active", archivedAt: null, updatedAt }
            yield* store.replace(restored)
            return restored
          }, transaction.run)
        })
      )
    })
  )
}

/** Returns the definition; fails with `CustomFieldNotFound` for a missing or archived definition. */
export const activeField = (field: Option.Option<CustomField>, uuid: CustomFieldUuid) =>
  foundField(Option.filter(field, isActive), uuid)

const foundField = (field: Option.Option<CustomField>, uuid: CustomFieldUuid) =>
  Effect.fromOption(field, () => new CustomFieldNotFound({ uuid }))

const isActive = ({ status }: CustomField): boolean => status === "active"
