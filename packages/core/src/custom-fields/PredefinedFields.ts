/** The predefined fields of a contact that hold text. */
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

/** The predefined fields by name (specification, Contact). Their names are not free for custom fields (F1). */
export const predefinedFields: ReadonlyMap<string, PredefinedField> = new Map<string, PredefinedField>([
  ...textNames.map((name) => [name, { kind: "text", name }] as const),
  ...instantNames.map((name) => [name, { kind: "instant", name }] as const),
  ...booleanNames.map((name) => [name, { kind: "boolean", name }] as const)
])
