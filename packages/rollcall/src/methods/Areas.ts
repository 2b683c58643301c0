import {
  ContactErasure,
  ContactListFields,
  ContactListListing,
  ContactMerges,
  CustomFieldListing,
  DuplicateFilter,
  GivenContact,
  GivenDefinition,
  GivenValues,
  ListJobs,
  ListsOfContact,
  MemberFilter,
  MergeRequest,
  NewContactList,
  NewCustomField,
  NewNote,
  NewOptOutJob,
  NewSegment,
  OptOutFilter,
  OptOutJobs,
  OptOutScope,
  SearchRequest,
  SegmentChanges,
  SegmentListing,
  SegmentOrder,
  Segments,
  Settings,
  Timeline,
  TimelineRequest,
  UndoRequest,
  WorkspaceSettings
} from "@rollcall/core/people"
import {
  AccessTokens,
  AccessTokenUuid,
  BroadcastRequest,
  Broadcasts,
  BroadcastUuid,
  type Caller,
  ContactLists,
  ContactListUuid,
  Contacts,
  ContactUuid,
  ContactValues,
  CustomFields,
  CustomFieldUuid,
  Notes,
  NoteUuid,
  OptOuts,
  type Rollcall,
  type Workspaces
} from "@rollcall/core"
import {
  ContactJobUuid,
  ReceivedMessageUuid,
  SegmentUuid,
  type Actors,
  type MetricsReport,
  NewAccessToken,
  type Readiness
} from "@rollcall/core/operations"
import type { Receipts } from "@rollcall/core/channel"
import {
  AudienceBroadcast,
  BroadcastListing,
  HeldOptOuts,
  type Inbox,
  ReceivedMessages,
  RecipientRequest,
  RetryRequest
} from "@rollcall/core/sending"
import { type Effect, type Layer, Record, Schema } from "effect"
import type { OfferedTemplate, Template, TemplateFilter } from "../results/Template.ts"
import type { Areas } from "../Workspace.ts"
import type { CallOptions } from "./Inputs.ts"
import { deliveries, testSends } from "./DeliveryMethods.ts"
import { events, webhooks } from "./EventMethods.ts"
import { followEvents } from "./FollowEvents.ts"
import { imports, importUndos } from "./ImportMethods.ts"
import { area, type Bind, type Run } from "./Methods.ts"
import { slicedList } from "./SlicedList.ts"
import { templates } from "./TemplateMethods.ts"

const contact = ["uuid", ContactUuid] as const
const field = ["uuid", CustomFieldUuid] as const
const segment = ["uuid", SegmentUuid] as const
const noted = ["contact", ContactUuid] as const
const list = ["uuid", ContactListUuid] as const
const members = ["contacts", Schema.Array(ContactUuid)] as const
const note = ["note", NoteUuid] as const
const broadcast = ["uuid", BroadcastUuid] as const

/** A member that excludes the other one. */
const oneOfBoth = Schema.optionalKey(
  Schema.Never.annotate({
    message: "cannot be combined with the other members: a broadcast has recipients or an audience"
  })
)

/** The recipients are tens of thousands. */
const toRecipients = Schema.Struct({
  ...BroadcastRequest.fields,
  recipients: slicedList(RecipientRequest),
  audience: oneOfBoth
})
const toAudience = Schema.Struct({ ...AudienceBroadcast.fields, recipients: oneOfBoth })
const newBroadcast = Schema.Union([toRecipients, toAudience])

/** The services that promise hosts call. */
export type Services = Layer.Success<typeof Rollcall.layer>

/** The services of the areas, and how their methods are called. */
const areas = {
  contacts: area(Contacts, {
    create: { takes: [GivenContact] },
    get: { takes: [contact] },
    update: { takes: [contact, GivenContact] },
    archive: { takes: [contact] },
    restore: { takes: [contact] },
    list: { leftOut: "A search without a filter returns the same." },
    search: { takes: [SearchRequest], pagesBy: "cursor" }
  }),
  contactErasure: area(ContactErasure, { erase: { takes: [contact] } }),
  contactMerges: area(ContactMerges, {
    duplicates: { takes: [DuplicateFilter], pagesBy: "cursor" },
    merge: { takes: [contact, MergeRequest] },
    undoMerge: { takes: [contact, UndoRequest] }
  }),
  contactValues: area(ContactValues, {
    get: { takes: [contact] },
    replace: { takes: [contact, ["field", CustomFieldUuid], ["value", Schema.Unknown]] },
    update: { takes: [contact, GivenValues] }
  }),
  customFields: area(CustomFields, {
    create: { takes: [NewCustomField] },
    get: { takes: [field] },
    list: { takes: [CustomFieldListing], pagesBy: "offset" },
    replace: { takes: [field, GivenDefinition] },
    archive: { takes: [field] },
    restore: { takes: [field] }
  }),
  imports,
  importUndos,
  lists: area(ContactLists, {
    create: { takes: [NewContactList] },
    get: { takes: [list] },
    list: { takes: [ContactListListing], pagesBy: "offset" },
    update: { takes: [list, ContactListFields] },
    archive: { takes: [list] },
    restore: { takes: [list] },
    members: { takes: [list, MemberFilter], pagesBy: "cursor" },
    addMembers: { takes: [list, members] },
    removeMembers: { takes: [list, members] },
    ofContact: { takes: [["contact", ContactUuid], ListsOfContact], pagesBy: "offset" }
  }),
  listJobs: area(ListJobs, {
    addFromSearch: { takes: [list, SearchRequest] },
    job: { takes: [list, ["addition", ContactJobUuid]] }
  }),
  segments: area(Segments, {
    create: { takes: [NewSegment] },
    get: { takes: [segment] },
    list: { takes: [SegmentListing], pagesBy: "offset" },
    update: { takes: [segment, SegmentChanges] },
    archive: { takes: [segment] },
    contacts: { takes: [segment, SegmentOrder], pagesBy: "cursor" },
    contains: { takes: [segment, contact] }
  }),
  notes: area(Notes, {
    create: { takes: [noted, NewNote] },
    get: { takes: [noted, note] },
    list: { takes: [noted], pagesBy: "offset" },
    replace: { takes: [noted, note, NewNote] },
    archive: { takes: [noted, note] }
  }),
  optOuts: area(OptOuts, {
    get: { takes: [noted] },
    list: { takes: [OptOutFilter], pagesBy: "offset" },
    of: { leftOut: "It is a part of the timeline of a contact." },
    optOut: { takes: [noted, ["scope", Schema.UndefinedOr(OptOutScope)]] },
    optIn: { takes: [noted] },
    record: { leftOut: "It is for channels." },
    carry: { leftOut: "It is for channels." },
    optOutAll: { leftOut: "It is for the workers of jobs." },
    optInAll: { leftOut: "It is for the workers of jobs." },
    addImported: { leftOut: "It is for the workers of imports." },
    resume: { leftOut: "It is for channels." }
  }),
  optOutJobs: area(OptOutJobs, {
    startJob: { takes: [NewOptOutJob] },
    job: { takes: [["job", ContactJobUuid]] }
  }),
  timeline: area(Timeline, { read: { takes: [contact, TimelineRequest] } }),
  messages: area(ReceivedMessages, {
    get: { takes: [["uuid", ReceivedMessageUuid]] },
    list: { takes: [], pagesBy: "offset" }
  }),
  broadcasts: area(Broadcasts, {
    create: { takes: [newBroadcast] },
    retry: { takes: [broadcast, RetryRequest] },
    validate: { takes: [newBroadcast] },
    estimate: { takes: [AudienceBroadcast] },
    issues: { leftOut: "It is for hosts that read requests piece by piece." },
    list: { takes: [BroadcastListing], pagesBy: "offset" },
    cancel: { takes: [broadcast] },
    pause: { takes: [broadcast] },
    resume: { takes: [broadcast] }
  }),
  deliveries,
  heldOptOuts: area(HeldOptOuts, {
    applyOptOuts: { takes: [broadcast] },
    dismissOptOuts: { takes: [broadcast] },
    report: { leftOut: "It is for the workers." }
  }),
  testSends,
  settings: area(Settings, { get: { takes: [] }, replace: { takes: [WorkspaceSettings] } }),
  accessTokens: area(AccessTokens, {
    create: { takes: [NewAccessToken] },
    createFor: { leftOut: "The HTTP routes make tokens for the holder of another." },
    adopt: { leftOut: "It is for the server, whose operator may choose a token." },
    verify: { leftOut: "The HTTP routes verify tokens." },
    hash: { leftOut: "The HTTP routes verify tokens." },
    verifyHash: { leftOut: "The HTTP routes verify tokens." },
    keepBootstrap: { leftOut: "It is for the server, whose operator may choose a token." },
    list: { takes: [] },
    hasAny: { leftOut: "It is for the server, which makes the first token." },
    revoke: { takes: [["uuid", AccessTokenUuid]] }
  }),
  events,
  webhooks,
  templates
}

/** The areas of a workspace: the methods of each service as promises. */
export const bindAreas = (caller: Caller, run: Run<Services>): Areas => {
  const { contactErasure, contactMerges, contactValues, deliveries, heldOptOuts, ...others } = bindServices(caller, run)
  const { importUndos, optOutJobs, listJobs, testSends, timeline, ...bound } = others
  const { list: recipients, ...ofBroadcast } = deliveries
  const { ofContact, ...lists } = bound.lists
  function list(filter: { readonly sendable: true }, options?: CallOptions): Promise<ReadonlyArray<OfferedTemplate>>
  function list(filter?: TemplateFilter, options?: CallOptions): Promise<ReadonlyArray<Template>>
  function list(filter?: TemplateFilter, options?: CallOptions) {
    return bound.templates.list(filter, options)
  }
  return {
    ...bound,
    // What a reader looks for here is done by a service of another context.
    contacts: {
      ...{ ...bound.contacts, ...contactErasure, ...contactMerges },
      ...{ fields: contactValues, lists: ofContact, timeline: timeline.read }
    },
    imports: { ...bound.imports, ...importUndos },
    lists: { ...lists, ...listJobs },
    optOuts: { ...bound.optOuts, ...optOutJobs },
    broadcasts: { ...bound.broadcasts, ...ofBroadcast, ...testSends, ...heldOptOuts },
    recipients: { list: recipients },
    templates: { ...bound.templates, list },
    events: Object.assign(followEvents(caller, run), bound.events)
  }
}

/** Binds the methods of each area to a caller. */
function bindServices(
  caller: Caller,
  run: Run<Services>
): { readonly [Name in keyof typeof areas]: ReturnType<(typeof areas)[Name]> }
function bindServices(caller: Caller, run: Run<Services>): unknown {
  return Record.map(areas, (bind) => bind(caller, run))
}

/** What the methods of a service fail with. */
type ErrorsOf<Service> = {
  [Method in keyof Service]: Service[Method] extends (...input: never) => Effect.Effect<infer _A, infer E, infer _R>
    ? unknown extends E
      ? never
      : E
    : never
}[keyof Service]

/** What the services fail with. */
export type ServiceError = Services extends infer S
  ? S extends { readonly Service: infer Shape }
    ? ErrorsOf<Shape>
    : never
  : never

/**
 * Channels give the library receipts and reports; `workspace` opens a workspace for an actor; load balancers ask `/ready`.
 */
type Covered =
  | Actors
  | ServiceOf<(typeof areas)[keyof typeof areas]>
  | Inbox
  | MetricsReport
  | Readiness
  | Receipts
  | Workspaces

type ServiceOf<Area> = Area extends Bind<infer Service, infer _Bound> ? Service : never

/** Fails to compile when a service of the library has no area here. */
const everyServiceIsCovered: [Services] extends [Covered] ? true : never = true
void everyServiceIsCovered
