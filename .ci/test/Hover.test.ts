import { mkdtempSync, rmSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { compileFunction } from "node:vm"
import { Predicate } from "effect"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { codeOfError } from "../../packages/rollcall/src/Errors.ts"
import { parseDocstring } from "../docs/reference/source/Docstring.ts"
import { docstringBefore, readSources } from "../docs/reference/source/Types.ts"
import { namesOf, serviceFiles, servicesOf, serviceTypes } from "../docs/reference/Services.ts"
import { closeCompiler } from "../docs/TypeProgram.ts"
import { docstringsOf, documentedMethods, methodsByArea, undocumentedMembers } from "../editor/Docstrings.ts"
import { serviceOf } from "../editor/ErrorTypes.ts"
import { type Shown, shownIn } from "../editor/Hovers.ts"
import { read, repository } from "../Repository.ts"

const methods = documentedMethods()
const rollcall = await createRollcall({ storage: memory(), channel: simulator() })
const clinic = await rollcall.workspace("clinic")
afterAll(() => rollcall.close())

/** The methods that an area has when it runs. `events` is a method itself. */
const namesIn = (area: object): ReadonlyArray<string> => [
  ...(typeof area === "function" ? ["call"] : []),
  ...Object.keys(area)
]

/** The limits that docstrings name, by file: the constant of core, the file that has it, and the unit. */
const limitsIn: { readonly [file: string]: ReadonlyArray<readonly [constant: string, from: string, unit: string]> } = {
  Rollcall: [["maxWorkspaceName", "workspaces/Workspaces", "characters"]],
  "areas/Access": [
    ["maxTokenNameLength", "access/AccessToken", "characters"],
    ["maxCapMessages", "workspaces/SettingsRules", "messages"],
    ["maxCapDays", "workspaces/SettingsRules", "days"]
  ],
  "areas/Broadcasts": [
    ["maxRecipients", "broadcasts/BroadcastRequest", "recipients"],
    ["maxValidatedRecipients", "broadcasts/BroadcastRequest", "recipients"],
    ["maxKeyLength", "broadcasts/PayloadRules", "characters"],
    ["maxAudienceWarnings", "broadcasts/acceptance/Acceptance", "warnings"],
    ["maxTestNumbers", "dispatch/TestSends", "numbers"]
  ],
  "areas/Contacts": [
    ["maxFieldLength", "contacts/Contact", "characters"],
    ["maxTimelineLimit", "timeline/Timeline", "entries"]
  ],
  "areas/CustomFields": [
    ["maxDefinitionTextLength", "custom-fields/CustomFieldRules", "characters"],
    ["maxOptions", "custom-fields/CustomFieldRules", "options"],
    ["maxTextValueLength", "custom-fields/CustomFieldValue", "characters"]
  ],
  "areas/Deliveries": [["maxSpanSeconds", "delivery/Deliveries", "seconds"]],
  "areas/Events": [
    ["maxEvents", "events/Events", "events"],
    ["maxWebhookUrlLength", "webhooks/Webhook", "characters"],
    ["maxWebhooks", "webhooks/Webhook", "webhooks"]
  ],
  "areas/Imports": [["maxImportRows", "imports/ContactImports", "rows"]],
  "areas/Lists": [
    ["maxListNameLength", "lists/ContactList", "characters"],
    ["maxSearchChanged", "contact-jobs/ContactJob", "contacts"]
  ],
  "areas/Notes": [
    ["maxTitleLength", "notes/Note", "characters"],
    ["maxTextLength", "notes/Note", "characters"]
  ],
  "areas/OptOuts": [
    ["maxSearchChanged", "contact-jobs/ContactJob", "contacts"],
    ["maxMembersAtOnce", "lists/ContactList", "contacts"]
  ],
  "areas/Segments": [["maxSegmentNameLength", "segments/Segment", "characters"]],
  "areas/Templates": [
    ["maxTemplateNameLength", "templates/Template", "characters"],
    ["maxLocaleLength", "templates/Template", "characters"]
  ],
  "inputs/Broadcast": [
    ["maxSenderLength", "broadcasts/PayloadRules", "characters"],
    ["maxKeyLength", "broadcasts/PayloadRules", "characters"],
    ["maxClientReferenceLength", "broadcasts/RecipientRules", "characters"],
    ["maxParts", "broadcasts/audience/AudienceRules", "parts"],
    ["maxNamedContacts", "broadcasts/audience/AudienceRules", "contacts"]
  ],
  "inputs/Search": [
    ["maxSearchTermLength", "search/Filter", "characters"],
    ["maxGroupDepth", "search/Filter", "levels"],
    ["maxFilters", "search/Filter", "filters"],
    ["maxSets", "search/Filter", "sets"]
  ],
  "results/Broadcast": [["maxAudienceWarnings", "broadcasts/acceptance/Acceptance", "warnings"]]
}

/** The value of a constant, with its unit, as docstrings write it. */
const limitOf = ([constant, from, unit]: (typeof limitsIn)[string][number]): string => {
  const value = RegExp(`const ${constant} = ([\\d_]+)$`, "m").exec(read(`packages/core/src/${from}.ts`))?.[1]
  return `${Number(value?.replaceAll("_", "")).toLocaleString("en")} ${unit}`
}

describe("the docstrings of the library with promises", () => {
  it("are those of every method of every area", () => {
    const members: ReadonlyArray<readonly [name: string, value: unknown]> = Object.entries(clinic)
    const areas = members.flatMap(([area, value]) =>
      Predicate.isObjectKeyword(value) ? [[area, namesIn(value).toSorted()]] : []
    )
    const documented = Object.entries(methodsByArea(methods)).map(([area, found]) => [
      area,
      found.map(({ name }) => name).toSorted()
    ])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(areas))
  })

  it("say what is taken and returned, and have an example", () => {
    const incomplete = Object.entries(methodsByArea(methods)).flatMap(([area, found]) =>
      found
        .filter(({ example, returns, text }) => [example, returns, text].includes(""))
        .map(({ name }) => `${area}.${name}`)
    )
    expect(incomplete).toEqual([])
  })

  it("are those of every member of an input or a result that is written out", () => {
    expect(undocumentedMembers()).toEqual([])
  })

  it.each(Object.entries(limitsIn))("name the limits of core: %s", (file, limits) => {
    const named = Array.from(
      docstringsOf(`packages/rollcall/src/${file}.ts`).matchAll(
        /\b(?:1 to|at most|up to|first|and) (?!1 to)(\d[\d,]* [a-z]+)/g
      ),
      ([, limit = ""]) => limit
    )
    expect(new Set(named)).toEqual(new Set(limits.map(limitOf)))
  })

  /** Runs an example as the body of a function, in a workspace of its own. Its imports are those of the test. */
  const run = async (workspace: string, example: string): Promise<unknown> => {
    const clinic = await rollcall.workspace(workspace)
    const body = example.replace(/^import (\{.*\}) from (".*")$/gm, "const $1 = await load($2)")
    const script = stripTypeScriptTypes(`const example = async () => {\n${body}\n}`, { mode: "strip" })
    const names = ["rollcall", "clinic", "load", "console"]
    const load = async (specifier: string): Promise<unknown> => await import(specifier)
    return await Reflect.apply(compileFunction(`${script}\nreturn example()`, names), undefined, [
      rollcall,
      clinic,
      load,
      { log: () => {} }
    ])
  }

  /** What opens a Rollcall without a network. */
  const opening = [
    ["Rollcall", "createRollcall"],
    ["memory", "memory"],
    ["sqlite", "sqlite"],
    ["simulator", "simulator"],
    ["testing", "virtualClock"],
    ["testing", "testPreset"]
  ] as const

  it("have examples that run", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rollcall-examples-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const failed: Array<string> = []
    // What is closed cannot be used by other examples.
    for (const { example, name, owner } of methods.filter(({ name }) => name !== "close")) {
      await run(`${owner}.${name}`, example).catch((error: unknown) =>
        failed.push(`${owner}.${name}: ${String(error)}`)
      )
    }
    for (const [door, name] of opening) {
      const { example } = parseDocstring(docstringBefore(`packages/rollcall/src/${door}.ts`, `export const ${name} `))
      if (!example.includes(`${name}(`)) failed.push(`${name}: no example`)
      const inFolder = example.replace('"rollcall.db"', JSON.stringify(join(folder, "rollcall.db")))
      await run(name, inFolder).catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
    }
    expect(failed).toEqual([])
  })
})

const { services, types } = readSources(serviceFiles(), (sources) => {
  const services = servicesOf(sources)
  return { services, types: serviceTypes(sources, services) }
})
afterAll(closeCompiler)

describe("the docstrings of the services of core", () => {
  it("have a text, one for each argument and no other one, and an example that asks for the service", () => {
    const incomplete = services.flatMap(({ methods, name }) =>
      methods
        .filter(
          ({ doc: { example, params, text }, parameters }) =>
            text === "" ||
            params.some(({ text }) => text === "") ||
            params.map(({ name }) => name).join() !== parameters.join() ||
            !example.includes(`= yield* ${name}\n`)
        )
        .map(({ member }) => `${name}.${member.name}`)
    )
    expect(incomplete).toEqual([])
  })

  it("say what each member of what methods take is", () => {
    expect(
      types.flatMap(({ members, name }) => members.filter(({ doc }) => doc === "").map((one) => `${name}.${one.name}`))
    ).toEqual([])
    expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining(["Caller", "NewNote", "RecipientRequest"]))
  })

  it("name limits that core has", () => {
    const known = new Set([
      ...Object.values(limitsIn).flat().map(limitOf),
      limitOf(["maxOperandLength", "search/Filter", "characters"]),
      limitOf(["defaultEvents", "events/Events", "events"]),
      limitOf(["defaultLimit", "timeline/Timeline", "entries"])
    ])
    const texts = [
      ...services.flatMap(({ methods }) =>
        methods.flatMap(({ doc }) => [doc.text, ...doc.params.map(({ text }) => text)])
      ),
      ...types.flatMap(({ members }) => members.map(({ doc }) => doc))
    ].map((text) => text.replaceAll(/\s+/g, " "))
    // Seconds are more often how long something takes.
    const units = Array.from(known, (limit) => limit.split(" ")[1])
      .filter((unit) => unit !== "seconds")
      .join("|")
    const named = texts.flatMap((text) => text.match(RegExp(`\\b\\d[\\d,]* (?:${units})\\b`, "g")) ?? [])
    expect(named.filter((limit) => !known.has(limit))).toEqual([])
    expect(new Set(named).size).toBeGreaterThan(15)
  })

  it("are those of every service of core that an area calls", () => {
    const called = Object.keys(methodsByArea(methods)).map((area) => serviceOf(area))
    expect(called.filter((called) => !services.some(({ name }) => name === called))).toEqual([])
  })
})

describe("an editor", () => {
  const compilerOptions = {
    target: "es2024",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
    customConditions: ["rollcall-source"],
    allowImportingTsExtensions: true,
    noEmit: true
  }
  let shown: Shown
  beforeAll(async () => {
    shown = await shownIn(join(repository, "node_modules/.cache/hovers"), compilerOptions, namesOf(services))
  })

  it("shows of each method of a service what its page has: its text, its arguments and its example", () => {
    const words = (text: string): string => text.replaceAll(/[\s`*{}]+|@link/g, " ")
    const missing = services.flatMap(({ methods, name }) =>
      methods.flatMap(({ doc: { example, params, text }, member }) => {
        const hover = words(shown.services.get(`${name}.${member.name}`) ?? "")
        const wanted = [text, ...params.map(({ name, text }) => `${name} — ${text}`), example]
        return wanted.filter((one) => !hover.includes(words(one))).map((one) => `${name}.${member.name}: ${one}`)
      })
    )
    expect(missing).toEqual([])
  })

  it("shows the text of every method, option and member, completes names, and finds no error", () => {
    const { errors, missing, places } = shown
    expect({ errors, missing }).toEqual({ errors: [], missing: [] })
    expect(places).toBeGreaterThan(methods.length)
  })

  it("shows the code of every error that a service of core has for a method, and no other one but invalid input", () => {
    const codesOf = (method: string): ReadonlySet<string> =>
      new Set((shown.tags.get(method) ?? []).map((tag) => codeOfError(tag)).filter((code) => code !== "reason"))
    const wrong = Object.entries(methodsByArea(methods)).flatMap(([area, found]) =>
      found.flatMap(({ errors, name }) => {
        const expected = codesOf(`${area}.${name}`)
        const isRight =
          [...expected].every((code) => errors.has(code)) &&
          [...errors.keys()].every((code) => code === "invalid_input" || expected.has(code))
        return isRight ? [] : [{ method: `${area}.${name}`, named: [...errors.keys()], expected: [...expected] }]
      })
    )
    expect(wrong).toEqual([])
    expect(codesOf("contacts.get")).toEqual(new Set(["not_found"]))
  })
})
