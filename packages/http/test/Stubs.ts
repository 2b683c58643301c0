import type { StorageError } from "@rollcall/core"
import { noRows } from "@rollcall/core/people"
import { Effect, Record, Redacted, Stream } from "effect"
import { record, type Stubs } from "./App.ts"
import {
  erasureReceipt,
  acceptance,
  broadcast,
  contact,
  contactImport,
  contactList,
  customField,
  details,
  message,
  note,
  listedOptOut,
  optOut,
  optOutJob,
  searchAddition,
  segment,
  webhook
} from "./Samples.ts"

const nothing = { items: [], total: 0, next: null }

/** Services that do whatever they are asked. */
export const agreeing = {
  contacts: {
    list: () => Effect.succeed(nothing),
    search: () => Effect.succeed(nothing),
    create: () => Effect.succeed(contact),
    get: () => Effect.succeed(contact),
    update: () => Effect.succeed(contact),
    archive: () => Effect.succeed(contact),
    restore: () => Effect.succeed(contact)
  },
  contactErasure: { erase: () => Effect.succeed(erasureReceipt) },
  customFields: {
    list: () => Effect.succeed(nothing),
    create: () => Effect.succeed(customField),
    get: () => Effect.succeed(customField),
    replace: () => Effect.succeed(customField),
    archive: () => Effect.void,
    restore: () => Effect.succeed(customField)
  },
  contactValues: {
    get: () => Effect.succeed({}),
    replace: () => Effect.succeed({}),
    update: () => Effect.succeed({})
  },
  contactLists: {
    list: () => Effect.succeed(nothing),
    create: () => Effect.succeed(contactList),
    get: () => Effect.succeed(contactList),
    update: () => Effect.succeed(contactList),
    archive: () => Effect.void,
    restore: () => Effect.succeed(contactList),
    members: () => Effect.succeed(nothing),
    addMembers: () => Effect.succeed({ added: [], warnings: [] }),
    removeMembers: () => Effect.void,
    ofContact: () => Effect.succeed(nothing)
  },
  segments: {
    list: () => Effect.succeed(nothing),
    create: () => Effect.succeed(segment),
    get: () => Effect.succeed(segment),
    update: () => Effect.succeed(segment),
    archive: () => Effect.void,
    contacts: () => Effect.succeed(nothing),
    contains: () => Effect.succeed(true)
  },
  optOutJobs: {
    startJob: () => Effect.succeed(optOutJob),
    job: () => Effect.succeed(optOutJob)
  },
  listJobs: {
    addFromSearch: () => Effect.succeed(searchAddition),
    job: () => Effect.succeed(searchAddition)
  },
  contactImports: {
    create: () => Effect.succeed(contactImport),
    preview: () => Effect.succeed({ counts: noRows, rows: [] }),
    get: () => Effect.succeed(contactImport),
    list: () => Effect.succeed(nothing),
    rows: () => Effect.succeed(nothing)
  },
  importUndos: { undo: () => Effect.succeed(contactImport) },
  notes: {
    list: () => Effect.succeed(nothing),
    create: () => Effect.succeed(note),
    get: () => Effect.succeed(note),
    replace: () => Effect.succeed(note),
    archive: () => Effect.void
  },
  optOuts: {
    get: () => Effect.succeed(optOut),
    list: () => Effect.succeed({ items: [listedOptOut], total: 1 }),
    optOut: () => Effect.succeed(optOut),
    optIn: () => Effect.succeed(optOut)
  },
  merges: {
    duplicates: () => Effect.succeed({ items: [], total: 0, next: null }),
    merge: () => Effect.succeed(contact),
    undoMerge: () => Effect.succeed({ contact, restored: contact })
  },
  messages: { get: () => Effect.succeed(message) },
  timeline: { read: () => Effect.succeed({ items: [], next: null }) },
  events: { read: () => Effect.succeed({ events: [], next: "0", hasMore: false }), pages: () => Stream.empty },
  settings: {
    get: () => Effect.succeed({ frequencyCap: null, quietHours: null }),
    replace: () => Effect.succeed({ frequencyCap: null, quietHours: null })
  },
  webhooks: {
    list: () => Effect.succeed([]),
    create: () => Effect.succeed({ webhook, secret: Redacted.make("whsec_AAAA") }),
    get: () => Effect.succeed(webhook),
    update: () => Effect.succeed(webhook),
    rotate: () => Effect.succeed({ webhook, secret: Redacted.make("whsec_AAAA") }),
    replay: () => Effect.succeed(webhook),
    delete: () => Effect.void
  },
  tokens: {
    list: () => Effect.succeed([]),
    createFor: () => Effect.succeed({ record: record(["contacts:read"]), token: Redacted.make("rollcall_abc123") }),
    revoke: () => Effect.succeed(true)
  },
  broadcasts: {
    create: () => Effect.succeed(acceptance),
    validate: () => Effect.succeed({ warnings: [], predictions: {} }),
    estimate: () =>
      Effect.succeed({ contacts: 0, recipients: 0, exclusions: {}, predictions: {}, seconds: 0, examples: [] }),
    list: () => Effect.succeed(nothing),
    retry: () => Effect.succeed({ ...acceptance, retryOf: broadcast.uuid, mayRepeat: false }),
    cancel: () => Effect.succeed(broadcast),
    pause: () => Effect.succeed(broadcast),
    resume: () => Effect.succeed(broadcast)
  },
  deliveries: {
    list: () => Effect.succeed({ items: [], total: 1, next: null }),
    get: () => Effect.succeed(details),
    timeseries: () => Effect.succeed([]),
    recipients: () => Effect.succeed(nothing)
  },
  heldOptOuts: {
    applyOptOuts: () => Effect.succeed(broadcast),
    dismissOptOuts: () => Effect.succeed(broadcast)
  },
  testSends: { test: () => Effect.succeed({ message: null, results: [] }) },
  channels: { templates: () => Effect.succeed([]) }
} satisfies Stubs

/** Services that fail the same way whatever they are asked. */
export const failing = (failure: Effect.Effect<never, StorageError>): Stubs => {
  const all = <Name extends string>(service: { readonly [Key in Name]: unknown }) =>
    Record.map(service, () => () => failure)
  return {
    contacts: all(agreeing.contacts),
    contactErasure: all(agreeing.contactErasure),
    customFields: all(agreeing.customFields),
    contactValues: all(agreeing.contactValues),
    contactLists: all(agreeing.contactLists),
    listJobs: all(agreeing.listJobs),
    segments: all(agreeing.segments),
    contactImports: all(agreeing.contactImports),
    importUndos: all(agreeing.importUndos),
    notes: all(agreeing.notes),
    optOuts: all(agreeing.optOuts),
    optOutJobs: all(agreeing.optOutJobs),
    merges: all(agreeing.merges),
    messages: all(agreeing.messages),
    timeline: all(agreeing.timeline),
    // A stream is no answer: what it begins with is.
    events: all({ read: agreeing.events.read }),
    webhooks: all(agreeing.webhooks),
    settings: all(agreeing.settings),
    tokens: all(agreeing.tokens),
    broadcasts: all(agreeing.broadcasts),
    deliveries: all(agreeing.deliveries),
    heldOptOuts: all(agreeing.heldOptOuts),
    testSends: all(agreeing.testSends),
    channels: all(agreeing.channels)
  }
}
