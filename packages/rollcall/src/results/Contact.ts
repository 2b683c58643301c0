import type { CustomFieldValues, writableDescriptions } from "@rollcall/core/people"
import type * as Happened from "@rollcall/core/people"
import type { HostValue } from "../options/HostValue.ts"

/** The values of a contact by field key. A field without a value is absent. */
export type CustomValues = HostValue<CustomFieldValues>

/** The string fields of a contact. */
type ContactTexts<Unset = null> = { readonly [Field in keyof typeof writableDescriptions]: string | Unset }

/** A person or company that can be addressed. A field that is not set is null. */
export interface Contact extends ContactTexts {
  /** The uuid of the contact. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The reference under which a broadcast last addressed the contact. */
  readonly clientReference: string | null
  /** Whether it is archived. Broadcasts to an audience don't reach archived contacts. */
  readonly archived: boolean
  /** When it was created. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
  /** When the contact last read a message of a broadcast. */
  readonly lastEngagedAt: Date | null
  /** The values of custom fields that are not archived, by field key. */
  readonly customFields: CustomValues
}

/** The fields to set. An absent field does not change, and null clears it. A string has at most 1,000 characters. */
export interface ContactInput extends Partial<ContactTexts<null | undefined>> {
  /** The values of custom fields by field key, each of the type of its field; null or an empty string clears a value. */
  readonly customFields?: { readonly [fieldKey: string]: unknown } | null | undefined
}

/** The two contacts of a merge that was undone. */
export interface UndoneMerge {
  /** The survivor of the merge. */
  readonly contact: Contact
  /** The contact that was merged into it. */
  readonly restored: Contact
}

/** Contacts that are not archived and have the same identifier. */
export interface DuplicateGroup {
  /** The identifier that they have in common. */
  readonly field: "email" | "phoneNumber" | "externalContactId"
  /** Its value, in the form in which it is compared. */
  readonly value: string
  /** How many contacts have it. */
  readonly count: number
  /** The oldest of these contacts, 10 or fewer. */
  readonly contacts: ReadonlyArray<Contact>
}

/** What an erasure removed, in numbers. */
export interface ErasureReceipt {
  /** How many notes were removed. */
  readonly notes: number
  /** How many custom fields the contact had a value of, including archived fields. */
  readonly customFields: number
  /** How many lists the contact was on. */
  readonly contactLists: number
  /** How many recipients of broadcasts lost address, reference and values. */
  readonly recipients: number
  /** How many rows of imports lost their content. */
  readonly importRows: number
  /** How many messages of the person were removed. */
  readonly messages: number
  /** Whether nothing is left. If false, workers remove the rest. */
  readonly isComplete: boolean
}

/** A page of a timeline, newest entry first. */
export interface TimelinePage {
  /** The entries: each has `type`, `at`, `by` and `actor` (who did it), and the members of its type. */
  readonly items: ReadonlyArray<HostValue<Happened.TimelineEntry>>
  /** The `after` of the next call, for older entries; null on the last page. */
  readonly next: string | null
}
