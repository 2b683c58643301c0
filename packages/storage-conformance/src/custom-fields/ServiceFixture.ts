import {
  type AccessTokenStore,
  Contacts,
  type ContactUuid,
  ContactValues,
  type CustomFieldDraft,
  CustomFieldNotFound,
  CustomFields,
  type CustomFieldStore,
  type GivenValues,
  InvalidInput,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect } from "effect"
import { Discrepancy, show } from "../kernel/Check.ts"

export type ServiceNeeds = AccessTokenStore | Contacts | ContactValues | CustomFields | CustomFieldStore

/** A definition as a request gives it: of a text, unless something else is said. */
export const draftOf = (given: Partial<CustomFieldDraft> = {}): CustomFieldDraft => ({
  name: "Diet",
  fieldType: "text",
  editable: true,
  sensitive: false,
  icon: null,
  selectOptions: null,
  ...given
})

/** Defines a field; with no key one is made from the name. */
export const define = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { fieldKey = null, ...draft }: Partial<CustomFieldDraft> & { readonly fieldKey?: string | null }
) {
  const fields = yield* CustomFields
  return yield* fields.create(workspace, { ...draftOf(draft), fieldKey })
})

/** A new contact with these values. */
export const contactWith = Effect.fnUntraced(function* (workspace: WorkspaceUuid, values: GivenValues = {}) {
  const contacts = yield* Contacts
  return yield* contacts.create(workspace, { email: "ada@example.org" }, values)
})

/** The values of a contact as they are read. */
export const valuesOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, contact: ContactUuid) {
  const values = yield* ContactValues
  return yield* values.get(workspace, contact)
})

/** How a call is refused: the type and field of each issue, or that there is no such field. */
export const refusal = <A, E, R>(what: string, call: Effect.Effect<A, E, R>) =>
  Effect.matchEffect(call, {
    onSuccess: (value) => Effect.fail(new Discrepancy({ message: `${what} should be refused: ${show(value)}` })),
    onFailure: (error): Effect.Effect<ReadonlyArray<string>, E> => {
      if (error instanceof InvalidInput)
        return Effect.succeed(error.issues.map(({ field, type }) => `${type} ${field}`))
      return error instanceof CustomFieldNotFound ? Effect.succeed(["not found"]) : Effect.fail(error)
    }
  })
