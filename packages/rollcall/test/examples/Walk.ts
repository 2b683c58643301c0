import { broadcastSteps } from "./BroadcastSteps.ts"
import { contactSteps } from "./ContactSteps.ts"
import {
  called,
  noContact,
  noField,
  noImport,
  noList,
  noNote,
  noSegment,
  note,
  regulars,
  shoeSize,
  zoe,
  type Step
} from "./Step.ts"
import { settingsSteps } from "./SettingsSteps.ts"
import { tokenSteps } from "./TokenSteps.ts"
import { webhookSteps } from "./WebhookSteps.ts"

/** What was made is removed again. */
const lastSteps: ReadonlyArray<Step> = [
  {
    operation: "imports.undo",
    summary: "It was the wrong file",
    path: { contact_import_uuid: "$import" },
    status: 200,
    error: noImport
  },
  {
    operation: "customFields.clearValue",
    summary: "Zoë's shoe size",
    path: { ...zoe, ...shoeSize },
    status: 204,
    error: { ...noField, path: { ...zoe, ...noField.path } }
  },
  { operation: "customFields.archive", summary: "The shoe size", path: shoeSize, status: 204, error: noField },
  { operation: "customFields.unarchive", summary: "The shoe size", path: shoeSize, status: 200, error: noField },
  { operation: "segments.archive", summary: "Large shoes", path: called, status: 204, error: noSegment },
  { operation: "notes.archive", summary: "The call", path: note, status: 204, error: noNote },
  {
    operation: "contactLists.removeMembers",
    summary: "Zoë",
    path: regulars,
    body: { contact_uuids: ["$zoe"] },
    status: 204,
    error: { summary: "An invalid uuid", body: { contact_uuids: ["Zoë"] }, status: 422 }
  },
  { operation: "contactLists.archive", summary: "The regulars", path: regulars, status: 204, error: noList },
  { operation: "contactLists.unarchive", summary: "The regulars", path: regulars, status: 200, error: noList },
  { operation: "contacts.archive", summary: "Zoë", path: zoe, status: 200, error: noContact },
  { operation: "contacts.unarchive", summary: "Zoë", path: zoe, status: 200, error: noContact },
  { operation: "contacts.erase", summary: "Zoë", path: zoe, status: 204, error: noContact },
  { operation: "ready", summary: "The server may get requests", status: 200 }
]

/**
 * A walk through every operation: its requests are the examples of the document, and so are their
 * answers, which are recorded from a server (`npm run docs`).
 */
export const walk: ReadonlyArray<Step> = [
  ...contactSteps,
  ...broadcastSteps,
  ...webhookSteps,
  ...settingsSteps,
  ...tokenSteps,
  ...lastSteps
]
