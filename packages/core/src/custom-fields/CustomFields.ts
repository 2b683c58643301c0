import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { CustomFieldUuid, nextId, type WorkspaceUuid } from "../shared/Ids.ts"
import { inBody, InvalidInput, type Issue } from "../shared/Issue.ts"
import { type Page, type PageRequest, slice } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type CustomField, hasOptions } from "./CustomField.ts"
import { type CustomFieldDraft, draftIssues, keyIssues, tidyDraft } from "./CustomFieldRules.ts"
import { CustomFieldStore } from "./CustomFieldStore.ts"
import { freeKey, isReservedKey, slug, Transliteration } from "./FieldKey.ts"
import { reviseOptions } from "./SelectOptions.ts"

/** The workspace has no custom field with this uuid, or it is archived (F7). */
export class CustomFieldNotFound extends Schema.TaggedError<CustomFieldNotFound>()("CustomFieldNotFound", {
  uuid: CustomFieldUuid
}) {}

/** The fields that a workspace adds to its contacts. */
export class CustomFields extends Context.Service<
  CustomFields,
  {
    /** Defines a field. Without a key one is made from the name; a key that is taken is an issue (F1). */
    readonly create: (
      workspace: WorkspaceUuid,
      draft: CustomFieldDraft & { readonly fieldKey: string | null }
    ) => Effect.Effect<CustomField, InvalidInput | StorageError>

    readonly get: (
      workspace: WorkspaceUuid,
      uuid: CustomFieldUuid
    ) => Effect.Effect<CustomField, CustomFieldNotFound | StorageError>

    /** The active definitions, oldest first. */
    readonly list: (workspace: WorkspaceUuid, page: PageRequest) => Effect.Effect<Page<CustomField>, StorageError>

    /** Replaces a definition but for its key. Its type may change only while no contact has a value (F4). */
    readonly update: (
      workspace: WorkspaceUuid,
      uuid: CustomFieldUuid,
      draft: CustomFieldDraft
    ) => Effect.Effect<CustomField, CustomFieldNotFound | InvalidInput | StorageError>

    /** Archives a definition and hides its values; its key stays taken (F7). */
    readonly archive: (
      workspace: WorkspaceUuid,
      uuid: CustomFieldUuid
    ) => Effect.Effect<void, CustomFieldNotFound | StorageError>
  }
>()("@rollcall/core/custom-fields/CustomFields") {
  static readonly layer = Layer.effect(
    CustomFields,
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const transaction = yield* Transaction
      const transliterate = yield* Transliteration

      const lock = (workspace: WorkspaceUuid, uuid: CustomFieldUuid) =>
        Effect.flatMap(store.lock(workspace, uuid), (field) => activeField(field, uuid))

      const optionsOf = (draft: CustomFieldDraft, previous: NonNullable<CustomField["selectOptions"]>) =>
        hasOptions(draft.fieldType)
          ? reviseOptions(previous, draft.selectOptions ?? [], transliterate)
          : Effect.succeed(null)

      const make = Effect.fnUntraced(function* (workspace: WorkspaceUuid, draft: CustomFieldDraft, fieldKey: string) {
        const now = yield* DateTime.now
        const field: CustomField = {
          ...draft,
          uuid: CustomFieldUuid.make(yield* nextId),
          workspaceUuid: workspace,
          fieldKey,
          status: "active",
          selectOptions: yield* optionsOf(draft, []),
          createdAt: now,
          updatedAt: now,
          archivedAt: null
        }
        return field
      })

      /** A key from the name; somebody may take it between the look and the insert, so the next is tried then. */
      const insertWithMadeKey = Effect.fnUntraced(function* (workspace: WorkspaceUuid, draft: CustomFieldDraft) {
        const taken = new Set((yield* store.all(workspace)).map((field) => field.fieldKey))
        for (;;) {
          const key = freeKey(slug(transliterate(draft.name)), (key) => taken.has(key) || isReservedKey(key))
          const field = yield* make(workspace, draft, key)
          if (yield* store.insert(field)) return field
          taken.add(key)
        }
      })

      const create = Effect.fn("CustomFields.create")(function* (
        workspace: WorkspaceUuid,
        draft: CustomFieldDraft & { readonly fieldKey: string | null }
      ) {
        const { fieldKey, ...given } = draft
        const tidied = tidyDraft(given)
        yield* refuse([...draftIssues(tidied), ...(fieldKey === null ? [] : keyIssues(fieldKey))])
        if (fieldKey === null) return yield* insertWithMadeKey(workspace, tidied)
        const field = yield* make(workspace, tidied, fieldKey)
        if (yield* store.insert(field)) return field
        return yield* refuse([inBody("already_exists", "field_key", "is taken by another field")]).pipe(
          Effect.as(field)
        )
      })

      const get = Effect.fn("CustomFields.get")(function* (workspace: WorkspaceUuid, uuid: CustomFieldUuid) {
        return yield* activeField(yield* store.find(workspace, uuid), uuid)
      })

      const list = Effect.fn("CustomFields.list")(function* (workspace: WorkspaceUuid, page: PageRequest) {
        return slice((yield* store.all(workspace)).filter(isActive), page)
      })

      const update = Effect.fn("CustomFields.update")(function* (
        workspace: WorkspaceUuid,
        uuid: CustomFieldUuid,
        draft: CustomFieldDraft
      ) {
        const tidied = tidyDraft(draft)
        return yield* transaction.run(
          Effect.gen(function* () {
            const field = yield* lock(workspace, uuid)
            const retyped = field.fieldType !== tidied.fieldType && (yield* store.hasValues(workspace, uuid))
            yield* refuse([
              ...draftIssues(tidied),
              ...(retyped ? [inBody("value_error", "field_type", "cannot change while contacts have values")] : [])
            ])
            const changed: CustomField = {
              ...field,
              ...tidied,
              selectOptions: yield* optionsOf(tidied, field.selectOptions ?? []),
              updatedAt: DateTime.max(yield* DateTime.now, field.updatedAt)
            }
            yield* store.replace(changed)
            return changed
          })
        )
      })

      const archive = Effect.fn("CustomFields.archive")(function* (workspace: WorkspaceUuid, uuid: CustomFieldUuid) {
        yield* transaction.run(
          Effect.gen(function* () {
            const field = yield* lock(workspace, uuid)
            const now = DateTime.max(yield* DateTime.now, field.updatedAt)
            yield* store.replace({ ...field, status: "archived", archivedAt: now, updatedAt: now })
          })
        )
      })

      return CustomFields.of({
        create,
        get,
        list,
        update,
        archive
      })
    })
  )
}

/** The definition while it is active: an archived one is as good as none (F7). */
export const activeField = (field: Option.Option<CustomField>, uuid: CustomFieldUuid) =>
  Effect.mapError(Effect.fromOption(Option.filter(field, isActive)), () => new CustomFieldNotFound({ uuid }))

const isActive = ({ status }: CustomField): boolean => status === "active"

const refuse = (issues: ReadonlyArray<Issue>) =>
  issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
