import { Contact, ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { textNames } from "@rollcall/core/storage"
import { Struct } from "effect"
import fc from "fast-check"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

const optional = fc.option(textArbitrary, { freq: 3 })

interface ToOptional extends Struct.Lambda {
  (field: unknown): typeof optional
  readonly "~lambda.out": typeof optional
}

const texts = Struct.map(
  Struct.pick(Contact.fields, textNames),
  Struct.lambda<ToOptional>(() => optional)
)

const contactUuidArbitrary: fc.Arbitrary<ContactUuid> = fc.uuid().map((uuid) => ContactUuid.make(uuid))

/**
 * A contact as the services write it: trimmed texts or null, at least one identifier (C1), no custom value.
 */
export const contactArbitrary = (workspaceUuid: WorkspaceUuid): fc.Arbitrary<Contact> =>
  fc
    .record({
      uuid: contactUuidArbitrary,
      workspaceUuid: fc.constant(workspaceUuid),
      ...texts,
      archived: fc.boolean(),
      createdAt: instantArbitrary,
      updatedAt: instantArbitrary,
      lastEngagedAt: fc.option(instantArbitrary, { freq: 2 }),
      customFields: fc.constant({})
    })
    .map((contact) => ({ ...contact, externalContactId: contact.externalContactId ?? contact.uuid }))
