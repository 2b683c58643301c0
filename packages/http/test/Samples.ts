import {
  type Acceptance,
  type Broadcast,
  BroadcastUuid,
  type Contact,
  type ContactImport,
  ContactImportUuid,
  type ContactList,
  ContactListUuid,
  ContactUuid,
  type CustomField,
  CustomFieldUuid,
  type Note,
  NoteUuid,
  type Recipient,
  RecipientUuid
} from "@rollcall/core"
import { ContactJobUuid, ReceivedMessageUuid, SegmentUuid, WebhookUuid } from "@rollcall/core/operations"
import type { BroadcastDetails, ReceivedMessage } from "@rollcall/core/sending"
import type {
  ContactOptOut,
  ErasureReceipt,
  ListedOptOut,
  ListJob,
  OptOutJob,
  Segment,
  WritableField
} from "@rollcall/core/people"
import type { Webhook } from "@rollcall/core/events"
import { DateTime } from "effect"
import { actor, uuid, workspace } from "./App.ts"

const at = (text: string) => DateTime.makeUnsafe(text)

export const contact: Contact = {
  uuid: ContactUuid.make(uuid),
  workspaceUuid: workspace,
  firstName: "Zoë",
  lastName: null,
  externalContactId: null,
  email: "zoe@example.org",
  phoneNumber: "+31 6 1234 5678",
  chatappId: null,
  socialmsgId: null,
  clientReference: "hidden",
  archived: false,
  createdAt: at("2026-03-01T10:00:00.120Z"),
  updatedAt: at("2026-03-01T10:00:01Z"),
  lastEngagedAt: null,
  customFields: { shoe_size: 41, shoeSize: ["a", "b"] }
}

export const searchAddition: ListJob = {
  uuid: ContactJobUuid.make(uuid),
  workspaceUuid: workspace,
  contactListUuid: ContactListUuid.make(uuid),
  status: "running",
  reason: null,
  total: 2_500,
  processed: 1_000,
  added: 900,
  present: 100,
  createdBy: actor,
  createdAt: at("2026-03-01T10:00:00.120Z"),
  updatedAt: at("2026-03-01T10:00:01Z")
}

export const optOutJob: OptOutJob = {
  uuid: ContactJobUuid.make(uuid),
  workspaceUuid: workspace,
  action: "opt_out",
  scope: "marketing",
  status: "running",
  reason: null,
  total: 2_500,
  processed: 1_000,
  changed: 900,
  unchanged: 98,
  refused: 2,
  createdBy: actor,
  createdAt: at("2026-03-01T10:00:00.120Z"),
  updatedAt: at("2026-03-01T10:00:01Z")
}

export const segment: Segment = {
  uuid: SegmentUuid.make(uuid),
  workspaceUuid: workspace,
  name: "VIPs",
  status: "active",
  search: {
    searchTerm: null,
    advancedSearch: [
      { field: "phoneNumber", operator: "exists" },
      { field: "shoe_size", operator: "gt", value: 40, dataType: "long" }
    ]
  },
  broken: null,
  createdBy: actor,
  updatedBy: actor,
  createdAt: at("2026-03-01T10:00:00Z"),
  updatedAt: at("2026-03-01T10:00:01Z")
}

export const contactList: ContactList = {
  uuid: ContactListUuid.make(uuid),
  workspaceUuid: workspace,
  name: "Regulars",
  status: "active",
  emoji: null,
  count: 2,
  createdBy: actor,
  updatedBy: actor,
  createdAt: at("2026-03-01T10:00:00Z"),
  updatedAt: at("2026-03-01T10:00:01Z")
}

export const contactImport: ContactImport = {
  uuid: ContactImportUuid.make(uuid),
  workspaceUuid: workspace,
  createdBy: actor,
  status: "processing",
  mergeType: "create_or_update",
  archivedContacts: "keep",
  matchOnField: "email",
  contactListUuid: null,
  total: 40,
  counts: { created: 1, updated: 2, unchanged: 4, skipped: 8, failed: 16 },
  fileName: "people.csv",
  fileUuid: uuid,
  undo: { status: "completed", undone: 3, left: 1 },
  createdAt: at("2026-03-01T10:00:00Z"),
  updatedAt: at("2026-03-01T10:00:01Z")
}

export const note: Note = {
  uuid: NoteUuid.make(uuid),
  workspaceUuid: workspace,
  contactUuid: contact.uuid,
  title: null,
  text: "Asked about Monday.",
  status: "active",
  createdAt: at("2026-03-01T10:00:00Z"),
  updatedAt: at("2026-03-01T10:00:01Z"),
  archivedAt: null
}

export const webhook: Webhook = {
  uuid: WebhookUuid.make(uuid),
  workspaceUuid: workspace,
  url: "https://receiver.example/hooks",
  types: ["contact.created"],
  status: "enabled",
  statusReason: null,
  cursor: "12.7",
  waiting: [
    {
      entity: uuid,
      after: "9.4",
      attempts: 3,
      failingSince: at("2026-03-01T10:00:03Z"),
      retryAt: at("2026-03-01T10:01Z")
    },
    { entity: uuid, after: "9.5", attempts: 0, failingSince: null, retryAt: at("2026-03-01T10:00:30Z") }
  ],
  failure: "answered 500",
  missedAt: null,
  createdAt: at("2026-03-01T10:00:00Z"),
  updatedAt: at("2026-03-01T10:00:01Z")
}

/** Every field of a contact that is written, and the same as the wire names them (W2). */
export const fields: { readonly [Field in WritableField]: string } = {
  firstName: "a",
  lastName: "b",
  externalContactId: "c",
  email: "d",
  phoneNumber: "e",
  chatappId: "f",
  socialmsgId: "g"
}
export const fieldsJson = {
  first_name: "a",
  last_name: "b",
  external_contact_id: "c",
  email: "d",
  phone_number: "e",
  chatapp_id: "f",
  socialmsg_id: "g"
}

/** The contact as the wire shows it. */
export const contactJson = {
  uuid,
  workspace_uuid: workspace,
  first_name: "Zoë",
  last_name: null,
  external_contact_id: null,
  email: "zoe@example.org",
  phone_number: "+31 6 1234 5678",
  chatapp_id: null,
  socialmsg_id: null,
  archived: false,
  created_at: "2026-03-01T10:00:00.120Z",
  updated_at: "2026-03-01T10:00:01.000Z",
  last_engaged_at: null,
  custom_fields: { shoe_size: 41, shoeSize: ["a", "b"] }
}

export const customField: CustomField = {
  uuid: CustomFieldUuid.make(uuid),
  workspaceUuid: workspace,
  name: "Shoe size",
  icon: null,
  fieldType: "number:integer",
  fieldKey: "shoe_size",
  status: "active",
  editable: true,
  sensitive: false,
  selectOptions: null,
  createdAt: contact.createdAt,
  updatedAt: contact.updatedAt,
  archivedAt: null
}

export const broadcast: Broadcast = {
  uuid: BroadcastUuid.make(uuid),
  workspaceUuid: workspace,
  createdBy: actor,
  channelType: "chatapp",
  name: "Reminders",
  templateName: "appointment_reminder",
  locale: "en",
  from: "31200000000",
  category: "marketing",
  version: 1,
  status: "sending",
  statusReason: null,
  scheduledAt: at("2026-03-01T10:00:00Z"),
  validUntil: null,
  createdAt: at("2026-03-01T09:00:00Z"),
  audience: null,
  retryOf: null,
  heldOptOuts: null,
  isComplete: true,
  recipientsRemovedAt: null
}

export const details: BroadcastDetails = {
  broadcast,
  counters: { recipients: 5, sent: 4, delivered: 3, read: 2, rejected: 1, failed: 1 },
  resolution: null,
  reasons: { opted_out: 1, unreachable: 1 }
}

export const acceptance: Acceptance = {
  uuid: broadcast.uuid,
  scheduledAt: broadcast.scheduledAt,
  status: "scheduled",
  recipients: 1,
  rejectedRecipients: 1,
  exclusions: { invalid_identifier: 1 },
  predictions: { frequency_cap: 2 },
  warnings: [
    { identifier: "+31", errors: ["identifier: must not begin with a plus"], reasons: ["invalid_identifier"] }
  ],
  replayed: false
}

export const recipient: Recipient = {
  uuid: RecipientUuid.make("0197a000-0000-7000-8000-0000000000bb"),
  broadcastUuid: broadcast.uuid,
  position: 1,
  identifier: "31612345678",
  contactUuid: null,
  clientReference: "order-7",
  status: "delivered",
  reason: null,
  error: null,
  deliveredAt: at("2026-03-01T10:00:02Z"),
  updatedAt: at("2026-03-01T10:00:02.500Z")
}

export const erasureReceipt: ErasureReceipt = {
  notes: 2,
  customFields: 1,
  contactLists: 3,
  recipients: 4,
  importRows: 5,
  messages: 6,
  isComplete: true
}

export const listedOptOut: ListedOptOut = {
  contactUuid: contact.uuid,
  address: null,
  scope: "marketing",
  source: "channel",
  at: contact.createdAt,
  by: null
}

export const optOut: ContactOptOut = {
  contactUuid: contact.uuid,
  optOut: { scope: "all", source: "message", at: contact.createdAt, by: null }
}

export const message: ReceivedMessage = {
  uuid: ReceivedMessageUuid.make(uuid),
  workspaceUuid: workspace,
  channelMessageId: "wamid.1",
  from: "31612345678",
  username: null,
  to: "31200000000",
  at: contact.createdAt,
  kind: "text",
  text: "STOP",
  asksToStop: "yes"
}
