import { Schema, String, Struct } from "effect"

const Text = Schema.NullOr(Schema.String)

/** The fields of a contact that a request may set, in the specification's order. A new field of a contact goes here. */
export const writableSchemas = {
  firstName: Text,
  lastName: Text,
  externalContactId: Text,
  email: Text,
  phoneNumber: Text,
  chatappId: Text,
  socialmsgId: Text
}

/** The predefined fields of a contact: those that filters and sorts name. */
export const predefinedSchemas = {
  ...writableSchemas,
  /** The reference under which a broadcast last addressed the contact: searchable, not part of the resource (C5). */
  clientReference: Text,
  archived: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** When a recipient that maps to the contact last reached `read` (C6). */
  lastEngagedAt: Schema.NullOr(Schema.DateTimeUtc)
}

/** The names of the fields that a request may set. */
export const writableFields: ReadonlyArray<WritableField> = Struct.keys(writableSchemas)
export type WritableField = keyof typeof writableSchemas

/** The predefined fields that hold text. */
export const textNames = [...writableFields, "clientReference"] as const
export type TextName = (typeof textNames)[number]

/** The predefined fields that hold an instant. */
export const instantNames = ["createdAt", "updatedAt", "lastEngagedAt"] as const
type InstantName = (typeof instantNames)[number]

/** The predefined fields that hold true or false. */
export const booleanNames = ["archived"] as const
type BooleanName = (typeof booleanNames)[number]

/** A predefined field with the kind that says how its values compare. */
export type PredefinedField =
  | { readonly kind: "text"; readonly name: TextName }
  | { readonly kind: "instant"; readonly name: InstantName }
  | { readonly kind: "boolean"; readonly name: BooleanName }

/** The predefined fields by name. A predefined field that is in none of the lists above does not compile. */
export const predefinedFields: ReadonlyMap<string, PredefinedField> = new Map<string, PredefinedField>(
  [
    ...textNames.map((name) => ({ kind: "text", name }) as const),
    ...instantNames.map((name) => ({ kind: "instant", name }) as const),
    ...booleanNames.map((name) => ({ kind: "boolean", name }) as const)
  ].map((field) => [field.name, field])
)

/** The names of the predefined fields in snake_case, which are not free for custom fields (F1). */
export const reservedKeys: ReadonlySet<string> = new Set(Array.from(predefinedFields.keys(), String.camelToSnake))
