import { Effect, Exit, Redacted, Schema, Scope } from "effect"
import { createRollcall, type Rollcall, RollcallError, type Workspace } from "rollcall"
import { memory } from "rollcall/memory"
import { postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshDatabase } from "../../storage-postgres/test/server/Databases.ts"
import { workerServer } from "../../storage-postgres/test/server/WorkerServer.ts"
import { reminders } from "./Reminders.ts"

const missing = "0197a000-0000-7000-8000-0000000000aa"

const recipient = { identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }
const request = { ...reminders(0), recipients: [recipient] }
const template = { kind: "plain", locale: "en", status: "approved", header: null, body: 1, buttons: 0 } as const

/** A list in a list, and so on. */
const nested = (depth: number): unknown => {
  let value: unknown = []
  for (let n = 0; n < depth; n++) value = [value]
  return value
}
const cyclic: { self?: unknown } = {}
cyclic.self = cyclic

type Path = ReadonlyArray<string | number>
type Call = (clinic: Workspace, text: string) => Promise<unknown>

/** What takes a text, and where an issue of it is. */
const texts: ReadonlyArray<readonly [what: string, path: Path, call: Call]> = [
  ["the name of a broadcast", ["name"], ({ broadcasts }, name) => broadcasts.create({ ...request, name })],
  ["its locale", ["locale"], ({ broadcasts }, locale) => broadcasts.validate({ ...request, locale })],
  [
    "the name of a parameter",
    ["parameters", "bodyOrder", 1],
    ({ broadcasts }, name) => broadcasts.create({ ...request, parameters: { bodyOrder: ["name", name] } })
  ],
  [
    "the idempotency key",
    ["clientUniqueIdentifier"],
    ({ broadcasts }, clientUniqueIdentifier) => broadcasts.create({ ...request, clientUniqueIdentifier })
  ],
  [
    "a client reference",
    ["recipients", 1, "clientReference"],
    ({ broadcasts }, clientReference) =>
      broadcasts.create({ ...request, recipients: [recipient, { ...recipient, clientReference }] })
  ],
  [
    "a parameter of a recipient",
    ["recipients", 0, "parameters", "body", "name"],
    ({ broadcasts }, name) =>
      broadcasts.create({
        ...request,
        recipients: [{ ...recipient, parameters: { body: { name, time: "9:30" } } }]
      })
  ],
  [
    "the key of a parameter",
    ["recipients", 0, "parameters", "body"],
    ({ broadcasts }, name) =>
      broadcasts.create({ ...request, recipients: [{ ...recipient, parameters: { body: { [name]: "x" } } }] })
  ],
  ["a template", ["templates", 0, "name"], ({ templates }, name) => templates.replace([{ ...template, name }])],
  ["a template to remove", ["name"], ({ templates }, name) => templates.delete(name, "en")],
  ["a search", ["searchTerm"], ({ contacts }, searchTerm) => contacts.search({ searchTerm })],
  ["a custom field", ["value"], ({ contacts }, value) => contacts.fields.replace(missing, missing, value)],
  ["the key of a custom field", [], ({ contacts }, key) => contacts.fields.update(missing, { [key]: "x" })],
  ["a list", ["name"], ({ lists }, name) => lists.create({ name })],
  ["a filter of lists", ["search"], ({ lists }, search) => lists.list({ search })],
  ["a note", ["content", "text"], ({ notes }, text) => notes.create(missing, { content: { text } })],
  ["a cursor", ["after"], ({ events }, after) => events.read({ after })]
]

interface Opened {
  readonly rollcall: Rollcall
  readonly end: () => Promise<unknown>
}

const databases: ReadonlyArray<readonly [name: string, open: () => Promise<Opened>]> = [
  [
    "memory",
    async () => {
      const rollcall = await createRollcall({ storage: memory(), channel: simulator() })
      return { rollcall, end: rollcall.close }
    }
  ],
  [
    "Postgres",
    async () => {
      const scope = Effect.runSync(Scope.make())
      const url = Redacted.value(await Effect.runPromise(Scope.provide(freshDatabase(await workerServer()), scope)))
      const rollcall = await createRollcall({ storage: postgres({ url }), channel: simulator() })
      const end = async () => {
        await rollcall.close()
        await Effect.runPromise(Scope.close(scope, Exit.void))
      }
      return { rollcall, end }
    }
  ]
]

describe.each(databases)("on %s", (_, open) => {
  let opened: Opened
  let clinic: Workspace
  beforeAll(async () => {
    opened = await open()
    clinic = await opened.rollcall.workspace("clinic")
  })
  afterAll(() => opened.end())

  const refused = async (call: Promise<unknown>): Promise<RollcallError> => {
    const error = await call.catch((error: unknown) => error)
    if (error instanceof RollcallError) return error
    throw new Error(`expected a RollcallError, not ${JSON.stringify(error)}`)
  }

  it.each(texts)("rejects U+0000 and a lone surrogate in %s, with its path", async (_, path, call) => {
    for (const text of ["Zo\0", "Zo\ud800"]) {
      const { code, issues } = await refused(call(clinic, text))
      expect(code).toBe("invalid_input")
      expect(issues.map((issue) => [issue.path, issue.message])).toContainEqual([
        path,
        expect.stringContaining("U+0000 or a lone surrogate")
      ])
    }
  })

  it("an import accepts rows of any shape, and each invalid row fails separately and is stored as far as possible", async () => {
    const dated = { fields: { email: new Date(0) }, original: { line: 1 } }
    const contacts: ReadonlyArray<unknown> = [
      { fields: { email: "row@example.org" }, original: { line: 1 } },
      ...[5, null, "Zo\0", [], { email: "x" }, { fields: { email: 5, born: 1 } }, { fields: {}, customFields: "none" }],
      { fields: {}, original: { "li\0ne": "Zo\ud800" } },
      { fields: {}, customFields: { n: Infinity } },
      { fields: {}, original: nested(10_000) },
      { fields: cyclic },
      dated
    ]
    const { imports } = await opened.rollcall.workspace("imports")
    const { uuid } = await untyped(imports.create, { contacts }).then(uuidOf)
    const status = async () => (await imports.get(uuid)).status
    await expect.poll(status, { timeout: 10_000, interval: 20 }).toBe("completed")
    const { items: rows } = await imports.rows(uuid)
    const ends = rows.map(({ original, result }) => [
      result?.outcome,
      result?.issues.map(({ code, path }) => `${code} ${path.slice(0, 2).join(".")}`).join(),
      original
    ])
    expect(ends).toEqual([
      ["created", "", { line: 1 }],
      ["failed", "dict_type ", 5],
      ["failed", "dict_type ", null],
      ["failed", "value_error ", "Zo\ufffd"],
      ["failed", "dict_type ", []],
      ["failed", "value_error email,missing fields", { email: "x" }],
      ["failed", "value_error born,string_type email", { fields: { email: 5, born: 1 } }],
      ["failed", "dict_type customFields", { fields: {}, customFields: "none" }],
      ["failed", "value_error original,value_error original.li\0ne", { "li\ufffdne": "Zo\ufffd" }],
      ["failed", "value_error customFields.n", { fields: {}, customFields: { n: null } }],
      ["failed", "value_error original.0", null],
      ["failed", "value_error self.self", null],
      ["failed", "string_type email", { line: 1 }]
    ])
  })

  it.each([
    ["nested too deeply", nested(10_000)],
    ["that contains itself", cyclic]
  ])("rejects a value %s", async (_, value) => {
    const calls = [
      clinic.contacts.fields.replace(missing, missing, value),
      untyped(clinic.contacts.create, { email: "a@example.org", customFields: { value } }),
      untyped(clinic.broadcasts.create, { ...request, recipients: [value] }),
      untyped(clinic.templates.replace, value)
    ]
    for (const call of calls) {
      const { code, message } = await refused(call)
      expect([code, message]).toEqual(["invalid_input", expect.stringMatching(/nested deeper than 64 levels/)])
    }
    expect((await clinic.contacts.search()).total).toBe(0)
  })
})

const uuidOf = Schema.decodeUnknownSync(Schema.Struct({ uuid: Schema.String }))

/** A call as JavaScript makes it, whatever the types say. */
const untyped = (call: (...input: never) => Promise<unknown>, ...input: ReadonlyArray<unknown>): Promise<unknown> =>
  Promise.resolve<unknown>(Reflect.apply(call, undefined, input))
