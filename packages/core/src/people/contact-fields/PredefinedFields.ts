import { Schema, String, Struct } from "effect"
import { writableDescriptions } from "./WritableFields.ts"

const Text = Schema.NullOr(Schema.String)

interface ToText extends Struct.Lambda {
  (description: string): typeof Text
  readonly "~lambda.out": typeof Text
}

/** The schemas of the fields that a request may set. */
export const writableSchemas = Struct.map(
  writableDescriptions,
  Struct.lambda<ToText>(() => Text)
)

const textSchemas = {
  ...writableSchemas,
  /** The reference under which a broadcast last addressed the contact: searchable, not part of the resource. */
  clientReference: Text
}

const booleanSchemas = { archived: Schema.Boolean }

const instantSchemas = {
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** When a recipient that maps to the contact last reached `read`. */
  lastEngagedAt: Schema.NullOr(Schema.DateTimeUtc)
}

/** The predefined fields of a contact, which filters and sorts name. */
export const predefinedSchemas = { ...textSchemas, ...booleanSchemas, ...instantSchemas }

/** The names of the fields that a request may set. */
export const writableFields: ReadonlyArray<WritableField> = Struct.keys(writableSchemas)
export type WritableField = keyof typeof writableSchemas

/** The predefined fields that hold text. */
export const textNames: ReadonlyArray<TextName> = Struct.keys(textSchemas)
export type TextName = keyof typeof textSchemas

/** The predefined fields that hold an instant. */
export const instantNames: ReadonlyArray<InstantName> = Struct.keys(instantSchemas)
type InstantName = keyof typeof instantSchemas

/** The predefined fields that hold true or false. */
export const booleanNames: ReadonlyArray<BooleanName> = Struct.keys(booleanSchemas)
type BooleanName = keyof typeof booleanSchemas

/** A predefined field with the kind that says how its values compare. */
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

/** The fields of filters that take sets of contacts by uuid. Contacts have no order by them. */
export const SetName = Schema.Literals(["contactListUuid", "segmentUuid"])
export type SetName = typeof SetName.Type
export const setNames: ReadonlyArray<SetName> = SetName.literals

/**
 * The field of filters that says what a contact is opted out of: `all` or `marketing`, and no value where it is not. Contacts
 * have no order by it. Its name in snake_case is that of a custom field where a workspace has one.
 */
export const optOutName = "optedOut"

/**
 * The names of the predefined fields and of sets in snake_case, which are not free for custom fields.
 *
 * @see docs/contributing/decisions.md, F1
 */
export const reservedKeys: ReadonlySet<string> = new Set(
  [...predefinedFields.keys(), ...setNames].map(String.camelToSnake)
)
