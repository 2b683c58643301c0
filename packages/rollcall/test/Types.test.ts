import type { Contact as CoreContact, BroadcastRequest } from "@rollcall/core"
import type { AudienceBroadcast as CoreAudience, RecipientRequest } from "@rollcall/core/broadcasts"
import type { GivenContact } from "@rollcall/core/contacts"
import type { EventSelection } from "@rollcall/core/events"
import type { Operator, SearchRequest } from "@rollcall/core/search"
import {
  type Audience,
  type AudienceBroadcast,
  type Contact,
  type ContactInput,
  type ContactSearch,
  createRollcall,
  type EventOptions,
  type Filter,
  type HostEvent,
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

  it("a result: instants are Date, what may be absent is null, uuids are text", () => {
    type Contact = Awaited<ReturnType<Create>>
    expectTypeOf<Contact["uuid"]>().toEqualTypeOf<string>()
    expectTypeOf<Contact["firstName"]>().toEqualTypeOf<string | null>()
    expectTypeOf<Contact["createdAt"]>().toEqualTypeOf<Date>()
    expectTypeOf<Awaited<ReturnType<Workspace["accessTokens"]["create"]>>["token"]>().toEqualTypeOf<string>()
  })

  it("an interface that is written out: it has the members of the input or the entity of core, and no others", () => {
    expectTypeOf<keyof ContactInput>().toEqualTypeOf<keyof typeof GivenContact.Encoded>()
    expectTypeOf<Contact>().toEqualTypeOf<HostValue<CoreContact>>()
    expectTypeOf<keyof RecipientBroadcast>().toEqualTypeOf<keyof typeof BroadcastRequest.Encoded | "audience">()
    expectTypeOf<keyof AudienceBroadcast>().toEqualTypeOf<keyof typeof CoreAudience.Encoded | "recipients">()
    expectTypeOf<keyof Audience>().toEqualTypeOf<keyof (typeof CoreAudience.Encoded)["audience"]>()
    expectTypeOf<keyof RecipientInput>().toEqualTypeOf<keyof typeof RecipientRequest.Encoded>()
    expectTypeOf<keyof EventOptions>().toEqualTypeOf<keyof typeof EventSelection.Encoded | "signal">()
    expectTypeOf<keyof ContactSearch>().toEqualTypeOf<keyof typeof SearchRequest.Encoded>()
    expectTypeOf<Filter["operator"]>().toEqualTypeOf<typeof Operator.Encoded>()
  })

  it("a filter: its operator says what its value is, and its field completes", () => {
    expectTypeOf<{ field: "firstName"; operator: "exists" }>().toExtend<Filter>()
    expectTypeOf<{ field: "customKey"; operator: "range"; value: [1, 2] }>().toExtend<Filter>()
    expectTypeOf<{ field: "firstName"; operator: "starts_with"; value: number }>().not.toExtend<Filter>()
    expectTypeOf<{ field: "firstName"; operator: "equals" }>().not.toExtend<Filter>()
    expectTypeOf<{ field: "createdAt"; operator: "range"; value: ["2026-01-01"] }>().not.toExtend<Filter>()
    // @ts-expect-error `exists` takes no value
    const valued: Filter = { field: "firstName", operator: "exists", value: "Zoë" }
    void valued
  })

  it("a page: its items under their name, beside total", () => {
    type Search = Workspace["contacts"]["search"]
    type Found = Awaited<ReturnType<Search>>
    expectTypeOf<keyof Found>().toEqualTypeOf<"contacts" | "total" | "next">()
    expectTypeOf<Found["contacts"][number]>().toEqualTypeOf<Awaited<ReturnType<Create>>>()
    expectTypeOf<[]>().toExtend<Parameters<Search>>()
    expectTypeOf<[{ searchTerm: string }, { limit: number; signal: AbortSignal }]>().toExtend<Parameters<Search>>()
    expectTypeOf<keyof Awaited<ReturnType<Workspace["lists"]["members"]>>>().toEqualTypeOf<
      "contacts" | "total" | "next"
    >()
  })

  it("a page of a listing without cursors: no next, and no after", () => {
    type Lists = Workspace["lists"]["list"]
    expectTypeOf<keyof Awaited<ReturnType<Lists>>>().toEqualTypeOf<"lists" | "total">()
    expectTypeOf<NonNullable<Parameters<Lists>[1]>>().not.toHaveProperty("after")
    expectTypeOf<NonNullable<Parameters<Workspace["contacts"]["search"]>[1]>>().toHaveProperty("after")
  })

  it("events: the type of an event says what else it has", () => {
    expectTypeOf<ReturnType<Workspace["events"]>>().toEqualTypeOf<AsyncIterable<HostEvent>>()
    const contactOf = (event: HostEvent) => (event.type === "contact.created" ? event.contactUuid : undefined)
    expectTypeOf(contactOf).returns.toEqualTypeOf<string | undefined>()
    expectTypeOf<HostEvent["at"]>().toEqualTypeOf<Date>()
    expectTypeOf<{ types: ["contact.misspelt"] }>().not.toExtend<NonNullable<Parameters<Workspace["events"]>[0]>>()
  })

  it("using: the client is that of the storage", () => {
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
