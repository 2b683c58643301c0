import type { UndoneMerge } from "@rollcall/core/people"
import { described } from "@rollcall/core/operations"
import { Record, Schema } from "effect"
import { ContactResource, toContactResource } from "../contacts/ContactResource.ts"

/** The two contacts of an undone merge. */
export const UndoneMergeResource = Schema.Struct({
  contact: described(ContactResource, "The contact that had survived."),
  restored: described(ContactResource, "The contact that had been merged into it.")
}).annotate({ identifier: "ContactMergeUndone", description: "The contacts of a merge that was undone." })

export const toUndoneMergeResource = (undone: UndoneMerge): typeof UndoneMergeResource.Encoded =>
  Record.map(undone, (contact) => toContactResource(contact))
