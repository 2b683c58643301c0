import type { CustomFieldValues, writableDescriptions } from "@rollcall/core/people"
import type * as Happened from "@rollcall/core/people"
import type { HostValue } from "../options/HostValue.ts"

/** The values of a contact by field key. A field without a value is absent. */
export type CustomValues = HostValue<CustomFieldValues>

/** The texts of a contact. */
type ContactTexts<Unset = null> = { readonly [Field in keyof typeof writableDescriptions]: string | Unset }

/** A person or company that can be addressed. A field that is not set is null. */
export interface Contact extends ContactTexts {
  /** The uuid of the contact. */
  readonly uuid: string
  /** The uuid of the workspace that has it. */
  readonly workspaceUuid: string
  /** The reference under which a broadcast last addressed the contact. */
  readonly clientReference: string | null
  /** Whether it is archived: it is not reached by broadcasts to an audience then. */
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

/** What is said about a contact: an absent field stays as it is, null clears it. A text has at most 1,000 characters. */
export interface ContactInput extends Partial<ContactTexts<null | undefined>> {
  /** The values of custom fields by field key, each of the type of its field; null clears one. */
  readonly customFields?: { readonly [fieldKey: string]: unknown } | null | undefined
}

/** The two contacts of a merge that was undone. */
export interface UndoneMerge {
  /** The contact that had survived. */
  readonly contact: Contact
  /** The contact that had been merged into it. */
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
  /** The oldest of them, 10 or fewer. */
  readonly contacts: ReadonlyArray<Contact>
}

/** What an erasure removed, in numbers. */
export interface ErasureReceipt {
  /** How many notes. */
  readonly notes: number
  /** How many custom fields the contact had a value of, archived ones too. */
  readonly customFields: number
  /** How many lists the contact was on. */
  readonly contactLists: number
  /** How many recipients of broadcasts lost address, reference and values. */
  readonly recipients: number
  /** How many rows of imports lost their content. */
  readonly importRows: number
  /** How many messages of the person. */
  readonly messages: number
  /** Whether nothing is left. If false, workers remove the rest. */
  readonly isComplete: boolean
}

/** A part of a timeline, newest entry first. */
export interface TimelinePage {
  /** The entries: each has `type`, `at`, `by` and `actor` (who did it), and what its type says. */
  readonly items: ReadonlyArray<HostValue<Happened.TimelineEntry>>
  /** The `after` of the next call, for older entries; null on the last page. */
  readonly next: string | null
}
