import { createRollcall, type HostEvent, type RollcallError, type RollcallErrorCode, type Workspace } from "rollcall"
import { memory } from "rollcall/memory"
import { postgres, type fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import type { DatabaseSync } from "node:sqlite"
import { describe, expectTypeOf, it } from "vitest"

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
