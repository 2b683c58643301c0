import { Context, Effect, Layer } from "effect"
import { noInputs, workspaceService } from "../../shared/WorkspaceService.ts"
import { type ContactNotFound, findContact } from "./FindContact.ts"
import { ContactStore } from "./ContactStore.ts"
import { makeContactWriter } from "./ContactWriter.ts"
import type { Caller, ContactUuid, CustomFieldUuid } from "../../shared/Ids.ts"
import type { InvalidInput } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { activeField, type CustomFieldNotFound } from "../custom-fields/CustomFields.ts"
import { CustomFieldStore } from "../custom-fields/CustomFieldStore.ts"
import type { CustomFieldValues } from "../custom-fields/CustomFieldValue.ts"
import type { GivenValues } from "../custom-fields/ValueChanges.ts"

/**
 * Reads and changes the custom field values of one contact. Each change returns all values.
 *
 * @example
 * const values = yield* ContactValues
 * const updated = yield* values.update(caller, contact, { visits: 3 })
 * return updated["visits"]
 */
export class ContactValues extends Context.Service<
  ContactValues,
  {
    /**
     * Returns the values of a contact by field key, except values of archived fields.
     *
     * @param contact The contact's uuid. For a merged contact, the survivor is used.
     * @example
     * const values = yield* ContactValues
     * const { visits } = yield* values.get(caller, contact)
     * return visits
     */
    readonly get: (
      caller: Caller,
      contact: ContactUuid
    ) => Effect.Effect<CustomFieldValues, ContactNotFound | StorageError>

    /**
     * Sets a contact's value for the field with this uuid; null clears the value.
     *
     * @param contact The contact's uuid. For a merged contact, the survivor is used.
     * @param field A field that is `editable` and not archived.
     * @param value A value of the field's type.
     * @example
     * const values = yield* ContactValues
     * return yield* values.replace(caller, contact, field, "2026-11-26")
     */
    readonly replace: (
      caller: Caller,
      contact: ContactUuid,
      field: CustomFieldUuid,
      value: unknown
    ) => Effect.Effect<CustomFieldValues, ContactNotFound | CustomFieldNotFound | InvalidInput | StorageError>

    /**
     * Sets several values by field key, all or none; null clears a value.
     *
     * @param contact The contact's uuid. For a merged contact, the survivor is used.
     * @param given Absent fields keep their values.
     * @example
     * const values = yield* ContactValues
     * const updated = yield* values.update(caller, contact, { visits: 3, birthday: null })
     * return updated["visits"]
     */
    readonly update: (
      caller: Caller,
      contact: ContactUuid,
      given: GivenValues
    ) => Effect.Effect<CustomFieldValues, ContactNotFound | InvalidInput | StorageError>
  }
>()("@rollcall/core/people/contacts/ContactValues") {
  static readonly layer = Layer.effect(
    ContactValues,
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const definitions = yield* CustomFieldStore
      const transaction = yield* Transaction
      const writer = yield* makeContactWriter

      const update = (caller: Caller, uuid: ContactUuid, customFields: GivenValues) =>
        Effect.map(writer.update(caller, uuid, { fields: {}, customFields }), (contact) => contact.customFields)

      return ContactValues.of(
        workspaceService("ContactValues", noInputs, {
          get: Effect.fnUntraced(function* ({ workspace }, uuid) {
            const contact = yield* findContact(contacts, workspace, uuid)
            return contact.customFields
          }),
          replace: Effect.fnUntraced(function* (caller, uuid, field, value) {
            const { workspace } = caller
            yield* findContact(contacts, workspace, uuid)
            const { fieldKey } = yield* activeField(yield* definitions.find(workspace, field), field)
            return yield* update(caller, uuid, Object.fromEntries([[fieldKey, value]]))
          }, transaction.run),
          update: update
        })
      )
    })
  )
}
