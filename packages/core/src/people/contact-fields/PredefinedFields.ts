import { Schema, String, Struct } from "effect"
import { writableDescriptions } from "./WritableFields.ts"

const Text = Schema.NullOr(Schema.String)

interface ToText extends Struct.Lambda {
  (description: string): typeof Text
  readonly "~lambda.out": typeof Text
}

export const writableSchemas = Struct.map(
  writableDescriptions,
  Struct.lambda<ToText>(() => Text)
)

const textSchemas = {
  ...writableSchemas,
  /** The client reference that a broadcast last used for the contact. Searchable, but not part of the API resource. */
  clientReference: Text
}

const booleanSchemas = { archived: Schema.Boolean }

const instantSchemas = {
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** When a message to the contact was last read; null if never. */
  lastEngagedAt: Schema.NullOr(Schema.DateTimeUtc)
}

/** The schemas of a contact's predefined fields, by name. Filters and sorts use these names. */
export const predefinedSchemas = { ...textSchemas, ...booleanSchemas, ...instantSchemas }

/** The names of the fields that a request may set. */
export const writableFields: ReadonlyArray<WritableField> = Struct.keys(writableSchemas)
export type WritableField = keyof typeof writableSchemas

/** The names of the predefined fields with string values. */
export const textNames: ReadonlyArray<TextName> = Struct.keys(textSchemas)
export type TextName = keyof typeof textSchemas

/** The names of the predefined fields with timestamps. */
export const instantNames: ReadonlyArray<InstantName> = Struct.keys(instantSchemas)
type InstantName = keyof typeof instantSchemas

/** The names of the predefined fields with Boolean values. */
export const booleanNames: ReadonlyArray<BooleanName> = Struct.keys(booleanSchemas)
type BooleanName = keyof typeof booleanSchemas

/** A predefined field with its kind, which decides how its values are compared. */
export const PredefinedField = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("text"), name: Schema.Literals(textNames) }),
  Schema.Struct({ kind: Schema.Literal("instant"), name: Schema.Literals(instantNames) }),
  Schema.Struct({ kind: Schema.Literal("boolean"), name: Schema.Literals(booleanNames) })
])
export type PredefinedField = typeof PredefinedField.Type

/** The predefined fields by name. */
export const predefinedFields: ReadonlyMap<string, PredefinedField> = new Map<string, PredefinedField>(
  [
    ...textNames.map((name) => ({ kind: "text", name }) as const),
    ...instantNames.map((name) => ({ kind: "instant", name }) as const),
    ...booleanNames.map((name) => ({ kind: "boolean", name }) as const)
  ].map((field) => [field.name, field])
)

/** Filter fields for sets of contacts, such as lists, given by uuid. Not sortable. */
export const SetName = Schema.Literals(["contactListUuid", "segmentUuid"])
export type SetName = typeof SetName.Type
export const setNames: ReadonlyArray<SetName> = SetName.literals

/**
 * The filter field for a contact's opt-out: `all`, `marketing` or no value. Not sortable. A custom field with the same
 * snake_case name takes precedence.
 */
export const optOutName = "optedOut"

/**
 * The snake_case names of the predefined fields and sets. Custom fields cannot use these names as keys.
 *
 * @see docs/contributing/decisions.md, F1
 */
export const reservedKeys: ReadonlySet<string> = new Set(
  [...predefinedFields.keys(), ...setNames].map(String.camelToSnake)
)
