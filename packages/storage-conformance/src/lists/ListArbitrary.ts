import { ActorUuid, type ContactList, ContactListUuid, type WorkspaceUuid } from "@rollcall/core"
import { maxListNameLength } from "@rollcall/core/lists"
import fc from "fast-check"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

/** Emoji of every kind: one character, a variation, a flag, a family, a skin tone, a keycap (L1). */
const emojis = ["😀", "❤️", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧", "👋🏽", "1️⃣", "🏳️‍🌈"]

const actorArbitrary = fc.uuid().map((uuid) => ActorUuid.make(uuid))

/** A name as the services write it: trimmed, 1 to 250 characters (L1). */
export const listNameArbitrary: fc.Arbitrary<string> = textArbitrary.map(
  (text) => text.slice(0, maxListNameLength).toWellFormed().trim() || "x"
)

/** A list as the services write it, without members. */
export const contactListArbitrary = (workspaceUuid: WorkspaceUuid): fc.Arbitrary<ContactList> =>
  fc.record({
    uuid: fc.uuid().map((uuid) => ContactListUuid.make(uuid)),
    workspaceUuid: fc.constant(workspaceUuid),
    name: listNameArbitrary,
    status: fc.constantFrom("active", "archived"),
    emoji: fc.option(fc.constantFrom(...emojis)),
    count: fc.constant(0),
    createdBy: actorArbitrary,
    updatedBy: actorArbitrary,
    createdAt: instantArbitrary,
    updatedAt: instantArbitrary
  })
