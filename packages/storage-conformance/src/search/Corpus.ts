import { type Contact, ContactUuid, tidy, type WorkspaceUuid } from "@rollcall/core"
import { DateTime } from "effect"
import { contactArbitrary } from "../contacts/ContactArbitrary.ts"
import { sample } from "../kernel/ForAll.ts"
import { boundaryMillis } from "../kernel/InstantArbitrary.ts"
import { hostileTexts } from "../kernel/TextArbitrary.ts"

const textFields = [
  "firstName",
  "lastName",
  "externalContactId",
  "email",
  "phoneNumber",
  "chatappId",
  "socialmsgId",
  "clientReference"
] as const

/**
 * The contacts that searches are tried on: every hostile text in every field beside unset ones, and as many generated
 * contacts, which share values, so that orders have ties and pages have seams. The same seed gives the same values.
 */
export const searchCorpus = (workspace: WorkspaceUuid, seed: number): ReadonlyArray<Contact> => {
  const generated = sample(contactArbitrary(workspace), 2 * hostileTexts.length, seed)
  return generated.map((contact, index) => (index % 2 === 0 ? contact : hostile(contact, (index - 1) / 2)))
}

/** The nth hostile contact: another text in each field, every seventh field unset. */
const hostile = (contact: Contact, n: number): Contact => {
  const texts = textFields.map((field, index) => {
    const text = hostileTexts[(n + 13 * index) % hostileTexts.length] ?? null
    return [field, (n + index) % 7 === 6 && field !== "externalContactId" ? null : tidy(text)] as const
  })
  const at = (index: number) => DateTime.makeUnsafe(boundaryMillis[index % boundaryMillis.length] ?? 0)
  return {
    ...contact,
    ...Object.fromEntries(texts),
    createdAt: at(n),
    updatedAt: at(n + 1),
    lastEngagedAt: n % 3 === 0 ? null : at(n + 2)
  }
}

/** The same contacts in another workspace: what a store that forgets the workspace finds as well (A1). */
export const lookAlikes = (contacts: ReadonlyArray<Contact>, workspaceUuid: WorkspaceUuid): ReadonlyArray<Contact> =>
  contacts.map((contact) => ({ ...contact, workspaceUuid, uuid: ContactUuid.make(mirrored(contact.uuid)) }))

/** Another identifier that is as random: the last twelve digits backwards. */
const mirrored = (uuid: string): string => uuid.slice(0, 24) + [...uuid.slice(24)].toReversed().join("")
