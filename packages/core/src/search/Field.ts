import type { CustomFieldUuid } from "../shared/Ids.ts"

/** The predefined fields that hold text. */
export const textNames = [
  "first_name",
  "last_name",
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id",
  "external_contact_id",
  "client_reference"
] as const
export type TextName = (typeof textNames)[number]

/** The predefined fields that hold an instant. */
export const instantNames = ["created_at", "updated_at", "last_engaged_at"] as const
export type InstantName = (typeof instantNames)[number]

/** The predefined fields that hold true or false. */
export const booleanNames = ["archived"] as const
export type BooleanName = (typeof booleanNames)[number]

/** A predefined field with the kind that says how its values compare. */
export type PredefinedField =
  | { readonly kind: "text"; readonly name: TextName }
  | { readonly kind: "instant"; readonly name: InstantName }
  | { readonly kind: "boolean"; readonly name: BooleanName }

/** A custom field as searches know it: where its values are found, and which part of their index form holds them. */
export interface ValueField {
  readonly kind: "value"
  readonly uuid: CustomFieldUuid
  readonly part: "text" | "number"
}

/** A field of a contact that can be sorted by. */
export type Field = PredefinedField | ValueField

/** The predefined fields by name (specification, Contact). Any other name means a custom field. */
export const predefinedFields: ReadonlyMap<string, PredefinedField> = new Map<string, PredefinedField>([
  ...textNames.map((name) => [name, { kind: "text", name }] as const),
  ...instantNames.map((name) => [name, { kind: "instant", name }] as const),
  ...booleanNames.map((name) => [name, { kind: "boolean", name }] as const)
])

/** The fields that `search_term` looks into (S8). */
export const searchTermFields = textNames.filter((name) => name !== "client_reference")

/** The fields whose digits a token of four or more digits is looked up in (S8). */
export const phoneNames = ["phone_number", "chatapp_id"] as const satisfies ReadonlyArray<TextName>
export type PhoneName = (typeof phoneNames)[number]
