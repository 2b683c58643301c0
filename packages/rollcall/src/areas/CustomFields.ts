import type * as Core from "@rollcall/core"
import type { CallOptions, Page, PageOptions } from "../methods/Inputs.ts"
import type { CustomValues } from "../results/Contact.ts"

export type { CustomValues } from "../results/Contact.ts"

/** The definition of a field that a workspace adds to its contacts. */
export interface CustomField {
  /** The uuid of the field. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The name, for people. */
  readonly name: string
  /** The identifier of an icon. */
  readonly icon: string | null
  /** The type of its values. */
  readonly fieldType: Core.CustomField["fieldType"]
  /** The key, by which contacts and filters name the field. It never changes. */
  readonly fieldKey: string
  /** Whether it is in use. */
  readonly status: "active" | "archived"
  /** Whether the value of a contact can change after it was first set. */
  readonly editable: boolean
  /** Whether values stay out of logs, traces, error messages and search terms. */
  readonly sensitive: boolean
  /** The options of a `select` or `multiselect` field; null for other types. */
  readonly selectOptions: ReadonlyArray<SelectOption> | null
  /** When it was defined. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
  /** When it was archived. */
  readonly archivedAt: Date | null
}

/** One choice of a `select` or `multiselect` field. */
export interface SelectOption {
  /** The uuid of the option. */
  readonly uuid: string
  /** The label, for people. */
  readonly displayLabel: string
  /** The key that values contain. It never changes. */
  readonly fieldKey: string
  /** Whether it is archived. Contacts that have it keep it; others can't get it. */
  readonly archived: boolean
}

/** A definition that replaces another definition. */
export interface CustomFieldInput {
  /** The name, for people: 1 to 250 characters. */
  readonly name: string
  /** The type of the values. It can change only while no contact has a value. */
  readonly fieldType: CustomField["fieldType"]
  /** Whether the value of a contact can change after it was first set. Default: true. */
  readonly editable?: boolean | undefined
  /** Whether values stay out of logs, traces, error messages and search terms. Default: false. */
  readonly sensitive?: boolean | undefined
  /** The identifier of an icon, of at most 250 characters. */
  readonly icon?: string | null | undefined
  /**
   * The options of a `select` or `multiselect` field, in order: up to 1,000 options, each by its label, of at most 250
   * characters, or by its uuid with its new label.
   */
  readonly selectOptions?: ReadonlyArray<string | SelectOptionInput> | null | undefined
}

/** An existing option of a field. */
export interface SelectOptionInput {
  /** The uuid of the option. */
  readonly uuid: string
  /** The new label. */
  readonly displayLabel: string
  /** Whether it is archived, as it was read. An archived option stays archived. */
  readonly archived?: boolean | undefined
}

/** A custom field to define. */
export interface NewCustomField extends CustomFieldInput {
  /** The key, by which contacts and filters name the field. It never changes. Default: made from the name. */
  readonly fieldKey?: string | null | undefined
}

/** Which custom fields to list. */
export interface CustomFieldListing {
  /** Whether to return active or archived fields. Default: `active`. */
  readonly status?: "active" | "archived" | undefined
}

/** The custom fields of a workspace: defines, reads, changes and archives them. */
export interface CustomFieldMethods {
  /**
   * Defines a field that contacts of the workspace can have a value of.
   *
   * @param field The definition. The name has at most 250 characters. Without `fieldKey` a key is made from the name; it
   *   never changes. A `select` or `multiselect` field has up to 1,000 `selectOptions`, each of at most 250 characters.
   * @returns The definition as it is stored, with its `uuid` and `fieldKey`.
   * @throws {invalid_input} when a member breaks a rule, or the key is taken or reserved: an archived field keeps its key.
   * @example
   * const field = await clinic.customFields.create({ name: "Insurance", fieldType: "select", selectOptions: ["public"] })
   * await clinic.contacts.create({ email: "zoe@example.org", customFields: { [field.fieldKey]: "public" } })
   */
  readonly create: (field: NewCustomField, options?: CallOptions) => Promise<CustomField>

  /**
   * Returns the definition of a custom field that is not archived.
   *
   * @param uuid The uuid of the field.
   * @returns The definition.
   * @throws {not_found} when the workspace has no such field, or it is archived.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.customFields.create({ name: "Insurance", fieldType: "text" })
   * const field = await clinic.customFields.get(uuid)
   * console.log(field.fieldKey)
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<CustomField>

  /**
   * Returns the definitions of active or archived fields, oldest first.
   *
   * @param filter The `status` (default: `active`).
   * @param options The part of the result: `limit` fields (default: 50), from an `offset`.
   * @returns One page of fields, and how many there are in total.
   * @throws {invalid_input} when the status or the page is not valid.
   * @example
   * const { items: customFields } = await clinic.customFields.list({ status: "archived" }, { limit: 100 })
   * console.log(customFields.map(({ fieldKey }) => fieldKey))
   */
  readonly list: (filter?: CustomFieldListing, options?: PageOptions) => Promise<Page<CustomField>>

  /**
   * Replaces the definition of a custom field, except its key. A member that is absent gets its default.
   *
   * @param uuid The uuid of the field.
   * @param field The new definition, with the limits of `create`. An option that has a `uuid` keeps its values under a
   *   new label; omitted options are archived. The type can change only while no contact has a value.
   * @returns The definition as it is stored now.
   * @throws {not_found} when the workspace has no such field, or it is archived.
   * @throws {invalid_input} when a member breaks a rule, or the type changes although contacts have values.
   * @example
   * const { uuid } = await clinic.customFields.create({ name: "Insurance", fieldType: "text" })
   * await clinic.customFields.replace(uuid, { name: "Health insurance", fieldType: "text" })
   */
  readonly replace: (uuid: string, field: CustomFieldInput, options?: CallOptions) => Promise<CustomField>

  /**
   * Archives a custom field. Its values are hidden until it is restored, and its key stays taken.
   *
   * @param uuid The uuid of the field.
   * @returns Nothing.
   * @throws {not_found} when the workspace has no such field, or it is archived.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.customFields.create({ name: "Insurance", fieldType: "text" })
   * await clinic.customFields.archive(uuid)
   */
  readonly archive: (uuid: string, options?: CallOptions) => Promise<void>

  /**
   * Restores an archived custom field with its values. Does nothing if it is not archived.
   *
   * @param uuid The uuid of the field.
   * @returns The definition.
   * @throws {not_found} when the workspace has no such field.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.customFields.create({ name: "Insurance", fieldType: "text" })
   * await clinic.customFields.archive(uuid)
   * const { status } = await clinic.customFields.restore(uuid)
   * console.log(status)
   */
  readonly restore: (uuid: string, options?: CallOptions) => Promise<CustomField>
}

/** The custom field values of a contact. */
export interface ContactFieldMethods {
  /**
   * Returns the values of a contact by field key.
   *
   * @param uuid The uuid of the contact.
   * @returns The values of the fields that are not archived.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when `uuid` is not a uuid.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const values = await clinic.contacts.fields.get(uuid)
   * console.log(Object.keys(values))
   */
  readonly get: (uuid: string, options?: CallOptions) => Promise<CustomValues>

  /**
   * Replaces the value of one custom field of a contact.
   *
   * @param uuid The uuid of the contact.
   * @param field The uuid of the custom field.
   * @param value The value, of the type of the field; null clears it. A string has at most 10,000 characters.
   * @returns All values of the contact.
   * @throws {not_found} when the workspace has no such contact or no such field, or the field is archived.
   * @throws {invalid_input} when the field does not accept the value, or is not editable and already has a value.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const visits = await clinic.customFields.create({ name: "Visits", fieldType: "number:integer" })
   * await clinic.contacts.fields.replace(uuid, visits.uuid, 3)
   */
  readonly replace: (uuid: string, field: string, value: unknown, options?: CallOptions) => Promise<CustomValues>

  /**
   * Changes several values of a contact, either all or none.
   *
   * @param uuid The uuid of the contact.
   * @param given The values by field key. Null clears a value; other fields don't change.
   * @returns All values of the contact.
   * @throws {not_found} when the workspace has no such contact.
   * @throws {invalid_input} when a key is not known, or a field does not accept its value.
   * @example
   * const { uuid } = await clinic.contacts.create({ email: "zoe@example.org" })
   * const visits = await clinic.customFields.create({ name: "Visits", fieldType: "number:integer" })
   * const values = await clinic.contacts.fields.update(uuid, { [visits.fieldKey]: 3 })
   * console.log(values[visits.fieldKey])
   */
  readonly update: (
    uuid: string,
    given: { readonly [fieldKey: string]: unknown },
    options?: CallOptions
  ) => Promise<CustomValues>
}
