import type { CustomFieldValues, writableDescriptions } from "@rollcall/core/people"
import type * as Happened from "@rollcall/core/people"
import type { HostValue } from "../options/HostValue.ts"

/** The values of a contact by field key. A field without a value is absent. */
export type CustomValues = HostValue<CustomFieldValues>

/** The string fields of a contact. */
type ContactTexts<Unset = null> = { readonly [Field in keyof typeof writableDescriptions]: string | Unset }

/** A person or company that can be addressed. Unset fields are null. */
export interface Contact extends ContactTexts {
  /** The uuid of the contact. */
  readonly uuid: string
  /** The uuid of the workspace. */
  readonly workspaceUuid: string
  /** The client reference of the last broadcast to the contact; null for none. */
  readonly clientReference: string | null
  /** Whether it is archived. Broadcasts to an audience don't reach archived contacts. */
  readonly archived: boolean
  /** When it was created. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
  /** When the contact last read a broadcast message; null for never. */
  readonly lastEngagedAt: Date | null
  /** The values of active custom fields, by field key. */
  readonly customFields: CustomValues
}

/** The fields to set. Absent fields don't change, and null clears a field. A string has at most 1,000 characters. */
export interface ContactInput extends Partial<ContactTexts<null | undefined>> {
  /** The values of custom fields by field key, each of the type of its field; null or an empty string clears a value. */
  readonly customFields?: { readonly [fieldKey: string]: unknown } | null | undefined
}

/** The two contacts of an undone merge. */
export interface UndoneMerge {
  /** The contact that survived the merge. */
  readonly contact: Contact
  /** The contact that was merged into it. */
  readonly restored: Contact
}

/** Active contacts with the same identifier. */
export interface DuplicateGroup {
  /** The shared identifier. */
  readonly field: "email" | "phoneNumber" | "externalContactId"
  /** The value of the identifier, normalized for comparison. */
  readonly value: string
  /** The number of contacts with this value. */
  readonly count: number
  /** The oldest of these contacts, at most 10. */
  readonly contacts: ReadonlyArray<Contact>
}

/** The number of items removed by an erasure. */
export interface ErasureReceipt {
  /** Notes removed. */
  readonly notes: number
  /** Custom field values removed, including those of archived fields. */
  readonly customFields: number
  /** Lists that contained the contact. */
  readonly contactLists: number
  /** Broadcast recipients stripped of their address, reference and values. */
  readonly recipients: number
  /** Import rows stripped of their content. */
  readonly importRows: number
  /** Messages of the person removed. */
  readonly messages: number
  /** Whether everything is removed. If false, workers remove the rest. */
  readonly isComplete: boolean
}

/** A page of a timeline, newest entry first. */
export interface TimelinePage {
  /** The entries. Each has `type`, `at`, `by`, `actor` (the author), and the members of its type. */
  readonly items: ReadonlyArray<HostValue<Happened.TimelineEntry>>
  /** The cursor to pass as `after` for older entries; null on the last page. */
  readonly next: string | null
}
