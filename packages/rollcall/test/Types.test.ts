import type {
  BroadcastRequest,
  Contact as CoreContact,
  ImportRequest,
  RollcallEvent as CoreEvent,
  Template
} from "@rollcall/core"
import type { AccessTokenWithSecret, NewAccessToken } from "@rollcall/core/operations"
import type * as Sent from "@rollcall/core/sending"
import type {
  ContactOptOut,
  ErasureReceipt,
  GivenContact,
  NewNote,
  Note,
  Operator,
  SearchRequest,
  TimelinePage,
  TimelineRequest,
  WorkspaceSettings
} from "@rollcall/core/people"
import type * as People from "@rollcall/core/people"
import type {
  ReceivedMessage,
  RecipientsOfBroadcast,
  RecipientsOfWorkspace,
  TestRequest,
  TestResult
} from "@rollcall/core/sending"
import type { EventPage, EventReadSelection, EventSelection } from "@rollcall/core/events"
import type * as Webhooks from "@rollcall/core/events"
import {
  type Audience,
  type AudienceBroadcast,
  type Contact,
  createRollcall,
  type CursorPage,
  type Filter,
  type RollcallEvent,
  type NewImportRow,
  type Page,
  type RecipientBroadcast,
  type RecipientInput,
  type RollcallError,
  type RollcallErrorCode,
  type Workspace
} from "rollcall"
import { memory } from "rollcall/memory"
import { postgres, type fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import type { DatabaseSync } from "node:sqlite"
import { describe, expectTypeOf, it } from "vitest"
import type { HostValue } from "../src/options/HostValue.ts"

type Create = Workspace["contacts"]["create"]
type Broadcast = Parameters<Workspace["broadcasts"]["create"]>[0]

/** The compiler checks these: nothing here is called. */
describe("the types of", () => {
  it("an input: optional members may be left out or undefined, and unknown ones do not compile", () => {
    expectTypeOf<{ firstName: string }>().toExtend<Parameters<Create>[0]>()
    expectTypeOf<{ firstName: undefined; email: null }>().toExtend<Parameters<Create>[0]>()
    expectTypeOf<{ email: number }>().not.toExtend<Parameters<Create>[0]>()
    expectTypeOf<Broadcast["scheduledFor"]>().toEqualTypeOf<Date | string | null | undefined>()
    type Recipients = Extract<Broadcast, { readonly audience?: never }>["recipients"]
    expectTypeOf<Recipients[number]["identifier"]>().toEqualTypeOf<string>()
    expectTypeOf<Parameters<Workspace["contacts"]["get"]>[0]>().toEqualTypeOf<string>()
    // @ts-expect-error a misspelt member
    const misspelt: Parameters<Create>[0] = { firstname: "Zoë" }
    void misspelt
  })

  it("a result: timestamps are Date, missing values are null, uuids are strings", () => {
    type Contact = Awaited<ReturnType<Create>>
    expectTypeOf<Contact["uuid"]>().toEqualTypeOf<string>()
    expectTypeOf<Contact["firstName"]>().toEqualTypeOf<string | null>()
    expectTypeOf<Contact["createdAt"]>().toEqualTypeOf<Date>()
    expectTypeOf<Awaited<ReturnType<Workspace["accessTokens"]["create"]>>["token"]>().toEqualTypeOf<string>()
  })

  it("an explicit interface: it equals core's entity, or has exactly the members of its input", () => {
    type Of<Method extends (...input: never) => unknown, Place extends number> = keyof NonNullable<
      Parameters<Method>[Place]
    >
    type Core<Schema extends { readonly Encoded: unknown }> = keyof Schema["Encoded"]
    type Result<Method extends (...input: never) => Promise<unknown>> = Awaited<ReturnType<Method>>
    expectTypeOf<Contact>().toEqualTypeOf<HostValue<CoreContact>>()
    expectTypeOf<Result<Workspace["contacts"]["erase"]>>().toEqualTypeOf<HostValue<ErasureReceipt>>()
    expectTypeOf<Result<Workspace["contacts"]["undoMerge"]>>().toEqualTypeOf<HostValue<People.UndoneMerge>>()
    expectTypeOf<Result<Workspace["contacts"]["timeline"]>>().toEqualTypeOf<HostValue<TimelinePage>>()
    expectTypeOf<Result<Workspace["customFields"]["get"]>>().toEqualTypeOf<HostValue<People.CustomField>>()
    expectTypeOf<Result<Workspace["imports"]["get"]>>().toEqualTypeOf<HostValue<People.ContactImport>>()
    expectTypeOf<Result<Workspace["imports"]["preview"]>>().toEqualTypeOf<HostValue<People.ImportPreview>>()
    expectTypeOf<Result<Workspace["lists"]["get"]>>().toEqualTypeOf<HostValue<People.ContactList>>()
    expectTypeOf<Result<Workspace["lists"]["addMembers"]>>().toEqualTypeOf<HostValue<People.AddedMembers>>()
    expectTypeOf<Result<Workspace["lists"]["job"]>>().toEqualTypeOf<HostValue<People.ListJob>>()
    expectTypeOf<Result<Workspace["segments"]["get"]>>().toExtend<HostValue<People.Segment>>()
    expectTypeOf<HostValue<People.Segment>>().toExtend<Result<Workspace["segments"]["get"]>>()
    expectTypeOf<Result<Workspace["notes"]["get"]>>().toEqualTypeOf<HostValue<Note>>()
    expectTypeOf<Result<Workspace["notes"]["list"]>>().toEqualTypeOf<Page<Result<Workspace["notes"]["get"]>>>()
    expectTypeOf<Result<Workspace["recipients"]["list"]>>().toExtend<CursorPage<unknown>>()
    expectTypeOf<Result<Workspace["optOuts"]["job"]>>().toEqualTypeOf<HostValue<People.OptOutJob>>()
    expectTypeOf<Result<Workspace["optOuts"]["get"]>>().toEqualTypeOf<HostValue<ContactOptOut>>()
    expectTypeOf<Result<Workspace["messages"]["get"]>>().toEqualTypeOf<HostValue<ReceivedMessage>>()
    expectTypeOf<Result<Workspace["broadcasts"]["cancel"]>>().toEqualTypeOf<HostValue<Sent.Broadcast>>()
    expectTypeOf<Result<Workspace["broadcasts"]["create"]>>().toEqualTypeOf<HostValue<Sent.Acceptance>>()
    expectTypeOf<Result<Workspace["broadcasts"]["retry"]>>().toEqualTypeOf<HostValue<Sent.RetryAcceptance>>()
    expectTypeOf<Result<Workspace["broadcasts"]["estimate"]>>().toEqualTypeOf<HostValue<Sent.AudienceEstimate>>()
    expectTypeOf<Result<Workspace["broadcasts"]["test"]>>().toEqualTypeOf<HostValue<TestResult>>()
    expectTypeOf<Result<Workspace["broadcasts"]["get"]>>().toEqualTypeOf<HostValue<Sent.BroadcastDetails>>()
    expectTypeOf<Result<Workspace["broadcasts"]["recipients"]>["items"][number]>().toEqualTypeOf<
      HostValue<Sent.Recipient>
    >()
    expectTypeOf<Result<Workspace["templates"]["list"]>[number]>().toExtend<HostValue<Template>>()
    expectTypeOf<HostValue<Template>>().toExtend<Result<Workspace["templates"]["list"]>[number]>()
    expectTypeOf<RollcallEvent>().toEqualTypeOf<HostValue<CoreEvent>>()
    expectTypeOf<Result<Workspace["events"]["read"]>>().toEqualTypeOf<HostValue<EventPage>>()
    expectTypeOf<Result<Workspace["webhooks"]["rotate"]>>().toEqualTypeOf<HostValue<Webhooks.WebhookWithSecret>>()
    expectTypeOf<Result<Workspace["settings"]["get"]>>().toEqualTypeOf<HostValue<WorkspaceSettings>>()
    expectTypeOf<Result<Workspace["accessTokens"]["create"]>>().toEqualTypeOf<HostValue<AccessTokenWithSecret>>()
    expectTypeOf<Of<Create, 0>>().toEqualTypeOf<Core<typeof GivenContact>>()
    expectTypeOf<Of<Workspace["contacts"]["merge"], 1>>().toEqualTypeOf<Core<typeof People.MergeRequest>>()
    expectTypeOf<Of<Workspace["contacts"]["undoMerge"], 1>>().toEqualTypeOf<Core<typeof People.UndoRequest>>()
    expectTypeOf<Of<Workspace["contacts"]["duplicates"], 0>>().toEqualTypeOf<Core<typeof People.DuplicateFilter>>()
    expectTypeOf<Of<Workspace["contacts"]["timeline"], 1>>().toEqualTypeOf<Core<typeof TimelineRequest>>()
    expectTypeOf<Of<Workspace["contacts"]["search"], 0>>().toEqualTypeOf<Core<typeof SearchRequest>>()
    expectTypeOf<Of<Workspace["customFields"]["create"], 0>>().toEqualTypeOf<Core<typeof People.NewCustomField>>()
    expectTypeOf<Of<Workspace["customFields"]["replace"], 1>>().toEqualTypeOf<Core<typeof People.GivenDefinition>>()
    expectTypeOf<Of<Workspace["imports"]["create"], 0>>().toEqualTypeOf<Core<typeof ImportRequest>>()
    expectTypeOf<Of<Workspace["imports"]["rows"], 1>>().toEqualTypeOf<Core<typeof People.RowFilter>>()
    expectTypeOf<keyof NewImportRow>().toEqualTypeOf<keyof (typeof ImportRequest.Encoded)["contacts"][number]>()
    expectTypeOf<Of<Workspace["optOuts"]["startJob"], 0>>().toEqualTypeOf<Core<typeof People.NewOptOutJob>>()
    expectTypeOf<Of<Workspace["lists"]["create"], 0>>().toEqualTypeOf<Core<typeof People.NewContactList>>()
    expectTypeOf<Of<Workspace["lists"]["update"], 1>>().toEqualTypeOf<Core<typeof People.ContactListFields>>()
    expectTypeOf<Of<Workspace["lists"]["list"], 0>>().toEqualTypeOf<Core<typeof People.ContactListListing>>()
    expectTypeOf<Of<Workspace["lists"]["members"], 1>>().toEqualTypeOf<Core<typeof People.MemberFilter>>()
    expectTypeOf<Of<Workspace["contacts"]["lists"], 1>>().toEqualTypeOf<Core<typeof People.ListsOfContact>>()
    expectTypeOf<Of<Workspace["segments"]["create"], 0>>().toEqualTypeOf<Core<typeof People.NewSegment>>()
    expectTypeOf<Of<Workspace["segments"]["update"], 1>>().toEqualTypeOf<Core<typeof People.SegmentChanges>>()
    expectTypeOf<Of<Workspace["segments"]["list"], 0>>().toEqualTypeOf<Core<typeof People.SegmentListing>>()
    expectTypeOf<Of<Workspace["segments"]["contacts"], 1>>().toEqualTypeOf<Core<typeof People.SegmentOrder>>()
    expectTypeOf<Of<Workspace["notes"]["create"], 1>>().toEqualTypeOf<Core<typeof NewNote>>()
    expectTypeOf<Of<Workspace["broadcasts"]["retry"], 1>>().toEqualTypeOf<Core<typeof Sent.RetryRequest>>()
    expectTypeOf<Of<Workspace["broadcasts"]["test"], 1>>().toEqualTypeOf<Core<typeof TestRequest>>()
    expectTypeOf<Of<Workspace["broadcasts"]["list"], 0>>().toEqualTypeOf<Core<typeof Sent.BroadcastListing>>()
    expectTypeOf<Of<Workspace["broadcasts"]["estimate"], 0>>().toEqualTypeOf<Core<typeof Sent.AudienceBroadcast>>()
    expectTypeOf<keyof RecipientBroadcast>().toEqualTypeOf<Core<typeof BroadcastRequest> | "audience">()
    expectTypeOf<keyof AudienceBroadcast>().toEqualTypeOf<Core<typeof Sent.AudienceBroadcast> | "recipients">()
    expectTypeOf<keyof Audience>().toEqualTypeOf<keyof Sent.AudienceBroadcast["audience"]>()
    expectTypeOf<keyof RecipientInput>().toEqualTypeOf<Core<typeof Sent.RecipientRequest>>()
    expectTypeOf<Of<Workspace["broadcasts"]["recipients"], 1>>().toEqualTypeOf<Core<typeof RecipientsOfBroadcast>>()
    expectTypeOf<Of<Workspace["recipients"]["list"], 0>>().toEqualTypeOf<Core<typeof RecipientsOfWorkspace>>()
    expectTypeOf<Of<Workspace["events"], 0>>().toEqualTypeOf<Core<typeof EventSelection> | "signal">()
    expectTypeOf<Of<Workspace["events"]["read"], 0>>().toEqualTypeOf<Core<typeof EventReadSelection>>()
    expectTypeOf<Of<Workspace["webhooks"]["create"], 0>>().toEqualTypeOf<Core<typeof Webhooks.NewWebhook>>()
    expectTypeOf<Of<Workspace["webhooks"]["update"], 1>>().toEqualTypeOf<Core<typeof Webhooks.WebhookChanges>>()
    expectTypeOf<Of<Workspace["webhooks"]["replay"], 1>>().toEqualTypeOf<Core<typeof Webhooks.WebhookReplay>>()
    expectTypeOf<Of<Workspace["settings"]["replace"], 0>>().toEqualTypeOf<Core<typeof WorkspaceSettings>>()
    expectTypeOf<Of<Workspace["accessTokens"]["create"], 0>>().toEqualTypeOf<Core<typeof NewAccessToken>>()
    expectTypeOf<Filter["operator"]>().toEqualTypeOf<typeof Operator.Encoded>()
  })

  it("a filter: its operator determines its value's type, and its field completes", () => {
    expectTypeOf<{ field: "firstName"; operator: "exists" }>().toExtend<Filter>()
    expectTypeOf<{ field: "customKey"; operator: "range"; value: [1, 2] }>().toExtend<Filter>()
    expectTypeOf<{ field: "firstName"; operator: "starts_with"; value: number }>().not.toExtend<Filter>()
    expectTypeOf<{ field: "firstName"; operator: "equals" }>().not.toExtend<Filter>()
    expectTypeOf<{ field: "createdAt"; operator: "range"; value: ["2026-01-01"] }>().not.toExtend<Filter>()
    // @ts-expect-error `exists` takes no value
    const valued: Filter = { field: "firstName", operator: "exists", value: "Zoë" }
    void valued
  })

  it("a page: its items and their total", () => {
    type Search = Workspace["contacts"]["search"]
    type Found = Awaited<ReturnType<Search>>
    expectTypeOf<keyof Found>().toEqualTypeOf<"items" | "total" | "next">()
    expectTypeOf<Found["items"][number]>().toEqualTypeOf<Awaited<ReturnType<Create>>>()
    expectTypeOf<[]>().toExtend<Parameters<Search>>()
    expectTypeOf<[{ searchTerm: string }, { limit: number; signal: AbortSignal }]>().toExtend<Parameters<Search>>()
    expectTypeOf<keyof Awaited<ReturnType<Workspace["lists"]["members"]>>>().toEqualTypeOf<"items" | "total" | "next">()
  })

  it("a page of a listing without cursors: no next, and no after", () => {
    type Lists = Workspace["lists"]["list"]
    expectTypeOf<keyof Awaited<ReturnType<Lists>>>().toEqualTypeOf<"items" | "total">()
    expectTypeOf<NonNullable<Parameters<Lists>[1]>>().not.toHaveProperty("after")
    expectTypeOf<NonNullable<Parameters<Workspace["contacts"]["search"]>[1]>>().toHaveProperty("after")
  })

  it("events: an event's type determines its other members", () => {
    expectTypeOf<ReturnType<Workspace["events"]>>().toEqualTypeOf<AsyncIterable<RollcallEvent>>()
    const contactOf = (event: RollcallEvent) => (event.type === "contact.created" ? event.contactUuid : undefined)
    expectTypeOf(contactOf).returns.toEqualTypeOf<string | undefined>()
    expectTypeOf<RollcallEvent["at"]>().toEqualTypeOf<Date>()
    expectTypeOf<{ types: ["contact.misspelt"] }>().not.toExtend<NonNullable<Parameters<Workspace["events"]>[0]>>()
  })

  it("using: the client has the storage's type", () => {
    const open = {
      memory: () => createRollcall({ storage: memory(), channel: simulator() }),
      sqlite: () => createRollcall({ storage: sqlite({ filename: "" }), channel: simulator() }),
      postgres: () => createRollcall({ storage: postgres({ url: "" }), channel: simulator() })
    }
    type Client<Name extends keyof typeof open> = Parameters<Awaited<ReturnType<(typeof open)[Name]>>["using"]>[0]
    expectTypeOf<Client<"memory">>().toBeNever()
    expectTypeOf<Client<"sqlite">>().toEqualTypeOf<DatabaseSync>()
    expectTypeOf<Client<"postgres">>().toEqualTypeOf<Parameters<ReturnType<typeof fromPool>["using"]>[0]>()
    expectTypeOf<DatabaseSync>().not.toExtend<Client<"postgres">>()
  })

  it("errors: every code is a literal, and issues have a path", () => {
    expectTypeOf<RollcallError["code"]>().toEqualTypeOf<RollcallErrorCode>()
    expectTypeOf<"invalid_input" | "not_found" | "transaction" | "closed">().toExtend<RollcallErrorCode>()
    expectTypeOf<"no_such_code">().not.toExtend<RollcallErrorCode>()
    expectTypeOf<RollcallError["issues"][number]["path"]>().toEqualTypeOf<ReadonlyArray<string | number>>()
  })
})
