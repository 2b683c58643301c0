import { DateTime } from "effect"
import { type Contact, makeContact } from "../../../src/people/contacts/Contact.ts"
import { ContactUuid, WorkspaceUuid } from "../../../src/shared/Ids.ts"

/** A contact with nothing but what is given. */
export const contact = (fields: Partial<Contact> = {}): Contact => ({
  ...makeContact({
    uuid: ContactUuid.make("00000000-0000-4000-8000-000000000001"),
    workspace: WorkspaceUuid.make("00000000-0000-4000-8000-00000000000a"),
    fields: {},
    customFields: {},
    now: DateTime.makeUnsafe("2024-02-29T12:00:00.000Z")
  }),
  ...fields
})
