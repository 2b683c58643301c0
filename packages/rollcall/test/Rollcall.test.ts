import { createRollcall, type Rollcall, RollcallError, type RollcallErrorCode, type Workspace } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { reminders } from "./Reminders.ts"

const open = () => createRollcall({ storage: memory(), channel: simulator() })

const refusal = async (call: Promise<unknown>): Promise<RollcallError> => {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error
  )
  if (!(error instanceof RollcallError)) throw new Error(`expected a RollcallError, not ${String(error)}`)
  return error
}

/** A call as JavaScript makes it, whatever the types say. */
const untyped = (call: (...input: never) => Promise<unknown>, ...input: ReadonlyArray<unknown>): Promise<unknown> =>
  Promise.resolve<unknown>(Reflect.apply(call, undefined, input))

/** A broadcast whose acceptance takes several turns of the event loop. */
const large = reminders(5_000)

const missing = "0197a000-0000-7000-8000-0000000000aa"

describe("createRollcall", () => {
  let rollcall: Rollcall
  let clinic: Workspace
  beforeAll(async () => {
    rollcall = await open()
    clinic = await rollcall.workspace("clinic")
  })
  afterAll(() => rollcall.close())

  it("T1, T3: shows a contact's timeline, page by page", async () => {
    const { uuid } = await clinic.contacts.create({ email: "ida@example.org" })
    await clinic.contacts.update(uuid, { firstName: "Ida" })
    const first = await clinic.contacts.timeline(uuid, { limit: 1 })
    expect(first.items).toMatchObject([
      { type: "updated", changes: [{ field: "firstName", isHidden: false, from: null, to: "Ida" }] }
    ])
    expect(first.items[0]?.at).toBeInstanceOf(Date)
    const rest = await clinic.contacts.timeline(uuid, { limit: 1, after: first.next })
    expect(rest).toMatchObject({ items: [{ type: "created", by: null }], next: null })
    expect(await clinic.contacts.timeline(uuid, { types: ["note"] })).toEqual({ items: [], next: null })
    expect(await refusal(clinic.contacts.timeline(uuid, { after: "x" }))).toMatchObject({
      code: "invalid_input",
      issues: [{ path: ["after"] }]
    })
    await clinic.contacts.erase(uuid)
  })

  it("creates a contact, finds it, and changes it", async () => {
    const zoe = await clinic.contacts.create({ firstName: "Zoë", phoneNumber: "+49 30 901820", customFields: {} })
    expect(zoe).toMatchObject({ firstName: "Zoë", lastName: null, workspaceUuid: clinic.uuid })
    expect(zoe.createdAt).toBeInstanceOf(Date)
    expect(await clinic.contacts.search({ searchTerm: "zoë" }, { limit: 10 })).toEqual({
      items: [zoe],
      total: 1,
      next: null
    })
    const changed = await clinic.contacts.update(zoe.uuid, { lastName: "Müller", firstName: undefined })
    expect(changed).toMatchObject({ firstName: "Zoë", lastName: "Müller" })
    expect(await clinic.contacts.search({}, { offset: 1 })).toEqual({ items: [], total: 1, next: null })
    const bySurname = (value: string) => ({ field: "lastName", operator: "equals", value }) as const
    const either = { any: [bySurname("müller"), bySurname("lovelace")] }
    expect((await clinic.contacts.search({ advancedSearch: [either] })).total).toBe(1)
    expect((await clinic.contacts.search({ advancedSearch: [{ not: either }] })).total).toBe(0)
  })

  it("sends a broadcast, with or without a channel, and accepts dates as Date and as string", async () => {
    const validUntil = new Date(Date.UTC(2100, 0, 1))
    const sent = await clinic.broadcasts.create({
      name: "Reminders",
      templateName: "appointment_reminder",
      from: "493090180",
      scheduledFor: "2099-12-31T23:00:00+01:00",
      validUntil,
      parameters: { bodyOrder: ["name", "time"] },
      recipients: [
        { identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } },
        { identifier: "1", parameters: { body: { name: "Zoë", time: "9:30" } } }
      ]
    })
    expect(sent).toMatchObject({
      recipients: 1,
      rejectedRecipients: 1,
      warnings: [{ reasons: ["invalid_identifier"] }]
    })
    const { broadcast, counters } = await clinic.broadcasts.get(sent.uuid)
    expect(broadcast).toMatchObject({
      channelType: "chatapp",
      status: "scheduled",
      validUntil,
      scheduledAt: new Date("2099-12-31T22:00:00Z")
    })
    expect(counters.recipients).toBe(1)
    const { items: recipients, total } = await clinic.broadcasts.recipients(sent.uuid, {}, { limit: 1 })
    expect([recipients.length, total]).toEqual([1, 2])
    expect(await refusal(clinic.broadcasts.pause(sent.uuid))).toMatchObject({ code: "invalid_transition", issues: [] })
    expect((await clinic.broadcasts.cancel(sent.uuid)).status).toBe("cancelled")
    expect(await refusal(clinic.broadcasts.resume(sent.uuid))).toMatchObject({ code: "invalid_transition", issues: [] })
  })

  it("returns each listing's items and total", async () => {
    const { uuid } = await clinic.contacts.create({ email: "ada@example.org" })
    expect(await clinic.lists.list()).toEqual({ items: [], total: 0 })
    expect(await clinic.contacts.lists(uuid)).toEqual({ items: [], total: 0 })
    expect(await clinic.notes.list(uuid)).toEqual({ items: [], total: 0 })
    expect(await clinic.customFields.list({}, { limit: 5 })).toEqual({ items: [], total: 0 })
    const list = await clinic.lists.create({ name: "Regulars" })
    expect(await clinic.lists.members(list.uuid)).toEqual({ items: [], total: 0, next: null })
    const contacts = [{ fields: { email: "bob@example.org" } }]
    expect((await clinic.imports.preview({ contacts })).counts).toMatchObject({ created: 1, failed: 0 })
    const rows = await clinic.imports.create({ contacts })
    expect((await clinic.imports.rows(rows.uuid, { outcome: null })).items).toHaveLength(1)
  })

  it("stores searches as segments, which report when they cannot be evaluated", async () => {
    const shop = await rollcall.workspace("shop")
    const field = await shop.customFields.create({ name: "Size", fieldKey: "size", fieldType: "number:integer" })
    const [large, small] = [
      await shop.contacts.create({ email: "ada@example.org", customFields: { size: 44 } }),
      await shop.contacts.create({ email: "bob@example.org", customFields: { size: 38 } })
    ]
    const filter = { field: "size", operator: "gte", value: 40, dataType: "long" } as const
    const { uuid } = await shop.segments.create({ name: "Large", search: { advancedSearch: [filter] } })
    expect(await shop.segments.contacts(uuid)).toEqual({ items: [large], total: 1, next: null })
    expect(await Promise.all([large, small].map((one) => shop.segments.contains(uuid, one.uuid)))).toEqual([
      true,
      false
    ])
    const others = { field: "segmentUuid", operator: "not_equals", value: [uuid] } as const
    expect((await shop.contacts.search({ advancedSearch: [others] })).items).toEqual([small])
    await shop.customFields.archive(field.uuid)
    expect((await shop.segments.list()).items).toMatchObject([{ uuid, broken: { reason: "field_archived" } }])
    expect(await refusal(shop.segments.contacts(uuid))).toMatchObject({ code: "segment_broken" })
    expect(await refusal(shop.contacts.search({ advancedSearch: [others] }))).toMatchObject({ code: "invalid_input" })
    await shop.segments.archive(uuid)
    expect(await refusal(shop.segments.update(uuid, { name: "x" }))).toMatchObject({ code: "archived" })
  })

  it("reads a listing page by page", async () => {
    const walker = await rollcall.workspace("walker")
    for (const firstName of ["Ann", "Bob", "Cid"]) await walker.contacts.create({ firstName, email: "a@example.org" })
    const names: Array<string | null> = []
    const search = { sortBy: { field: "firstName" } }
    let after: string | undefined
    do {
      const page = await walker.contacts.search(search, { limit: 2, after })
      names.push(...page.items.map(({ firstName }) => firstName))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(names).toEqual(["Ann", "Bob", "Cid"])
    const { next } = await walker.contacts.search(search, { limit: 1 })
    const refused = await refusal(walker.contacts.search({}, { after: next ?? "" }))
    expect(refused).toMatchObject({ code: "invalid_input", issues: [{ path: ["after"], code: "value_error" }] })
    const page = { limit: 1, after: next }
    expect(await refusal(walker.lists.list({}, page))).toMatchObject({
      code: "invalid_input",
      issues: [{ path: ["after"] }]
    })
  })

  it("acts for an actor", async () => {
    const acting = await rollcall.workspace("clinic", { actor: missing })
    expect(acting.uuid).toBe(clinic.uuid)
    expect((await acting.lists.create({ name: "Mine" })).createdBy).toBe(missing)
    expect((await clinic.lists.create({ name: "Not mine" })).createdBy).toBe("00000000-0000-0000-0000-000000000000")
  })

  it("creates a token, which is a string", async () => {
    const { record, token } = await clinic.accessTokens.create({
      scopes: ["contacts:read"],
      expiresAt: "2100-01-01T00:00Z"
    })
    expect(token).toMatch(/^rollcall_/)
    expect(record.expiresAt).toEqual(new Date("2100-01-01T00:00Z"))
    expect(await clinic.accessTokens.revoke(record.uuid)).toBe(true)
  })

  const refused: ReadonlyArray<readonly [what: string, call: () => Promise<unknown>, path: ReadonlyArray<unknown>]> = [
    ["a negative limit", () => clinic.contacts.search({}, { limit: -1 }), ["limit"]],
    ["a fraction as offset", () => clinic.lists.list({}, { offset: 1.5 }), ["offset"]],
    ["a workspace without a name", () => rollcall.workspace(""), ["name"]],
    ["a blank workspace", () => rollcall.workspace("  "), ["name"]],
    ["a workspace that is no text", () => untyped(rollcall.workspace, 5), ["name"]],
    ["an empty actor", () => rollcall.workspace("clinic", { actor: "" }), ["actor"]],
    ["a uuid that is none", () => clinic.contacts.get("zoe"), ["uuid"]],
    ["a missing argument", () => untyped(clinic.contacts.get), ["uuid"]],
    ["an option that is not known", () => untyped(clinic.contacts.search, {}, { page: 2 }), ["page"]],
    [
      "a member that is not known",
      () => untyped(clinic.contacts.create, { email: "a@b.c", surname: "x" }),
      ["surname"]
    ],
    [
      "a filter beside a group",
      () =>
        untyped(clinic.contacts.search, {
          advancedSearch: [{ any: [{ field: "email", operator: "exists" }], field: "email", operator: "exists" }]
        }),
      ["advancedSearch", 0, "any"]
    ],
    [
      "an unknown member of a filter in a group",
      () =>
        untyped(clinic.contacts.search, {
          advancedSearch: [{ not: { any: [{ field: "email", operator: "exists", type: "text" }] } }]
        }),
      ["advancedSearch", 0, "not", "any", 0, "type"]
    ],
    [
      "an empty group",
      () => clinic.contacts.search({ advancedSearch: [{ not: { any: [] } }] }),
      ["advancedSearch", 0, "not", "any"]
    ],
    ["a value of another type", () => untyped(clinic.contacts.create, { email: 5 }), ["email"]],
    ["what core refuses", () => clinic.contacts.create({ firstName: "Zoë" }), ["externalContactId"]],
    [
      "a field that is not there",
      () => clinic.contacts.create({ email: "a@b.c", customFields: { x: 1 } }),
      ["customFields", "x"]
    ],
    [
      "a date that is none",
      () => clinic.broadcasts.recipients(missing, { updatedAfter: new Date(Number.NaN) }),
      ["updatedAfter"]
    ],
    [
      "a recipient without an identifier",
      () =>
        untyped(clinic.broadcasts.create, {
          name: "x",
          templateName: "x",
          from: "x",
          recipients: [{ identifier: "1" }, { identifier: 1 }]
        }),
      ["recipients", 1, "identifier"]
    ]
  ]

  it.each(refused)("rejects %s, with its path", async (_, call, path) => {
    const error = await refusal(call())
    expect(error.code).toBe("invalid_input")
    expect(error.issues.map((issue) => issue.path)).toContainEqual(path)
    expect(error.message).toContain(error.issues[0]?.message)
  })

  const notFound: ReadonlyArray<readonly [string, () => Promise<unknown>, RollcallErrorCode]> = [
    ["contact", () => clinic.contacts.get(missing), "not_found"],
    ["broadcast", () => clinic.broadcasts.cancel(missing), "not_found"],
    ["template", () => clinic.templates.delete("none", "en"), "not_found"],
    ["note", () => clinic.notes.get(missing, missing), "not_found"]
  ]

  it.each(notFound)("has the code not_found for a missing %s", async (_, call, code) => {
    expect(await refusal(call())).toMatchObject({ name: "RollcallError", code, issues: [] })
  })

  it("throws errors with a stack that begins at the host's call", async () => {
    const askForMissing = () => clinic.contacts.get(missing)
    const { message, stack } = await refusal(askForMissing())
    expect(stack?.split("\n").slice(0, 2).join()).toMatch(/^RollcallError: There is no contact .*askForMissing/)
    expect(message).not.toMatch(/Cause|Fiber|effect/)
  })
})

describe("an AbortSignal", () => {
  it("ends a call, with its own reason", async () => {
    const rollcall = await open()
    const clinic = await rollcall.workspace("clinic")
    const stop = new AbortController()
    const reason = new Error("enough")
    const call = clinic.broadcasts.create(large, { signal: stop.signal })
    stop.abort(reason)
    await expect(call).rejects.toBe(reason)
    await expect(clinic.contacts.create({ email: "a@b.c" }, { signal: stop.signal })).rejects.toBe(reason)
    await expect(rollcall.workspace("other", { signal: stop.signal })).rejects.toBe(reason)
    expect((await clinic.contacts.search()).total).toBe(0)
    expect(await refusal(clinic.recipients.list({ clientReferences: ["none"] }))).toMatchObject({
      code: "not_found"
    })
    await rollcall[Symbol.asyncDispose]()
    expect(await refusal(clinic.contacts.search())).toMatchObject({ code: "closed" })
  })
})

describe("close", () => {
  it("can be called twice; afterwards every call fails with closed", async () => {
    const rollcall = await open()
    const clinic = await rollcall.workspace("clinic")
    const running = refusal(clinic.broadcasts.create(large))
    await Promise.all([rollcall.close(), rollcall.close()])
    await rollcall.close()
    expect(await running).toMatchObject({ code: "closed" })
    expect(await refusal(clinic.contacts.search())).toMatchObject({ code: "closed" })
    expect(await refusal(rollcall.workspace("clinic"))).toMatchObject({ code: "closed" })
  })
})
