import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Record } from "effect"
import { documentedMethods, methodsByArea } from "./Docstrings.ts"
import type { ServiceNames } from "../docs/reference/Services.ts"
import { errorProgram, literalsIn } from "./ErrorTypes.ts"
import { type LanguageServer, type OpenFile, startLanguageServer } from "./LanguageServer.ts"

/**
 * A program of a host. A place that is asked about is behind a comment with its name; a place where the editor is asked what
 * it offers, behind one with a question mark.
 */
const program = `
import { /*RollcallError*/RollcallError, /*createRollcall*/createRollcall, type RollcallOptions } from "rollcall"
import { /*memory*/memory } from "rollcall/memory"
import { /*simulator*/simulator } from "rollcall/simulator"

const options: RollcallOptions = {
  /*options.storage*/storage: memory(),
  /*options.channel*/channel: simulator({ /*simulator.seed*/seed: "a" }),
  /*options.templates*/templates: [],
  /*options.country*/country: "DE",
  /*options.workers*/workers: true,
  /*options.clock*/clock: undefined,
  /*options.http*/http: { /*http.prefix*/prefix: "/rollcall", /*http.rateLimit*/rateLimit: { perSecond: 10, burst: 20 } },
  /*options.settings*/settings: { /*settings.dispatch*/dispatch: { /*dispatch.lease*/lease: "90 seconds" } },
  /*options.log*/log: () => undefined
}
const rollcall = await createRollcall(options)
const clinic = await rollcall./*workspace*/workspace("clinic", { /*actor*/actor: undefined })
const zoe = await clinic./*contacts*/contacts./*contacts.create*/create({
  /*firstName*/firstName: "Zoë", /*phoneNumber*/phoneNumber: "+49 30 901820", /*customFields*/customFields: {}
})
console.log(zoe./*uuid*/uuid, zoe./*lastEngagedAt*/lastEngagedAt)
const { contacts, /*total*/total, /*next*/next } = await clinic.contacts./*contacts.search*/search(
  {
    /*searchTerm*/searchTerm: "zoë",
    /*advancedSearch*/advancedSearch: [
      { /*field*/field: /*?field*/"", /*operator*/operator: "equals", /*value*/value: "Zoë" },
      // @ts-expect-error the operator is being written
      { field: "email", operator: /*?operator*/"" },
      { /*any*/any: [{ field: "archived", operator: "exists" }] }
    ],
    /*sortBy*/sortBy: { field: /*?sortBy*/"", /*sortOrder*/sortOrder: "asc" }
  },
  { /*limit*/limit: 10, /*signal*/signal: AbortSignal.timeout(1_000) }
)
const { uuid } = await clinic.broadcasts./*broadcasts.create*/create({
  /*broadcast.name*/name: "Reminders",
  /*templateName*/templateName: "appointment_reminder",
  /*from*/from: "493090180",
  /*scheduledFor*/scheduledFor: new Date(),
  /*parameters*/parameters: { /*bodyOrder*/bodyOrder: ["name", "time"] },
  /*recipients*/recipients: [{ /*identifier*/identifier: "4930901820" }]
})
await clinic.templates.put([
  { /*kind*/kind: "plain", /*template.name*/name: "hi", locale: "en", /*template.status*/status: "approved", header: null, /*body*/body: 1, buttons: 0 }
])
const field = await clinic.customFields.create({ /*field.name*/name: "Insurance", /*fieldType*/fieldType: "text" })
await clinic.imports.create({ /*import.contacts*/contacts: [{ /*fields*/fields: {} }], /*matchOnField*/matchOnField: "email" })
await clinic.lists.list({ /*list.status*/status: "active", /*sortField*/sortField: "name" })
await clinic.notes.create(zoe.uuid, { /*content*/content: { /*text*/text: field.name } })
await clinic.settings.replace({ /*frequencyCap*/frequencyCap: { /*messages*/messages: 2, /*days*/days: 7 }, /*quietHours*/quietHours: null })
await clinic.accessTokens.create({ /*scopes*/scopes: ["contacts:read"], /*expiresAt*/expiresAt: null })
await clinic.webhooks.create({ /*url*/url: "https://example.org", /*types*/types: null })
await clinic.contacts.merge(zoe.uuid, { /*merge.from*/from: zoe.uuid, /*keep*/keep: {} })
for await (const event of clinic./*events*/events({ /*after*/after: null })) {
  if (event.type === "contact.created") console.log(event./*contactUuid*/contactUuid, event./*cursor*/cursor, total, next)
}
const { broadcast, /*counters*/counters, /*reasons*/reasons } = await clinic.broadcasts.get(uuid)
console.log(broadcast./*status*/status, counters./*delivered*/delivered, reasons)
const { recipients } = await clinic.deliveries.recipients(uuid, { /*updatedAfter*/updatedAfter: null })
console.log(recipients[0]?./*recipient.status*/status, recipients[0]?./*reason*/reason)
const error = new RollcallError("closed", "")
console.log(error./*code*/code, error./*issues*/issues)
await rollcall./*close*/close()
`

/** What a member of a name that is completed has to offer. */
const offered: { readonly [place: string]: ReadonlyArray<string> } = {
  "?field": ["firstName", "phoneNumber", "createdAt", "archived", "contactListUuid"],
  "?operator": ["equals", "exists", "range"],
  "?sortBy": ["firstName", "createdAt"]
}

/** What an editor shows of a program. */
export interface Shown {
  /** How many places were asked about. */
  readonly places: number
  /** The places that show no text, and the names that are not offered. */
  readonly missing: ReadonlyArray<string>
  /** The errors of the programs, each with its line. */
  readonly errors: ReadonlyArray<string>
  /** By a method, such as `contacts.create`, the tags of the errors that the service of core has for it. */
  readonly tags: ReadonlyMap<string, ReadonlyArray<string>>
  /** By a method of a service, such as `Contacts.create`, what is shown of it. */
  readonly services: ReadonlyMap<string, string>
}

/** A program that uses every method of the services, each behind a comment such as `Contacts.create`. */
const serviceProgram = (services: ReadonlyArray<ServiceNames>): string =>
  services
    .flatMap(({ door, methods, name }) => [
      `import type { ${name} } from "@rollcall/core/${door}"`,
      `declare const of${name}: (typeof ${name})["Service"]`,
      ...methods.map((method) => `of${name}./*${name}.${method}*/${method}`)
    ])
    .join("\n")

/**
 * Asks the language server, in a folder where the library is found, what it shows of a program that uses every method, and
 * every method of services.
 */
export const shownIn = async (
  folder: string,
  compilerOptions: object,
  services: ReadonlyArray<ServiceNames>
): Promise<Shown> => {
  const methods = documentedMethods()
  const names = Object.entries(methodsByArea(methods)).flatMap(([area, found]) =>
    found.map(({ name }) => [area, name] as const)
  )
  const used = names.flatMap(([area, name]) => (name === "call" ? [] : [`clinic.${area}./*${area}.${name}*/${name}`]))
  const files = layOut(folder, compilerOptions, {
    "Host.ts": `${program}export const used = [\n  ${used.join(",\n  ")}\n]\n`,
    "Services.ts": serviceProgram(services),
    "Errors.ts": errorProgram(names.map((name) => name.join(".")))
  })
  const server = await startLanguageServer(folder)
  try {
    return await readShown(server, files)
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

/** Reads what the language server shows of the files. */
const readShown = async (
  server: LanguageServer,
  files: { readonly [N in "Host.ts" | "Services.ts" | "Errors.ts"]: OpenFile }
): Promise<Shown> => {
  const host = files["Host.ts"]
  for (const file of Object.values(files)) server.open(file)
  const missing: Array<string> = []
  const places = placesIn(host.text)
  for (const { name, offset } of places) {
    const expected = offered[name]
    if (expected === undefined) {
      if (!/[a-z]/.test(documentationOf(await server.hover(host, offset)))) missing.push(name)
    } else {
      const labels = await server.completions(host, offset + 1)
      missing.push(...expected.filter((label) => !labels.includes(label)).map((label) => `${name} ${label}`))
    }
  }
  const tags = new Map<string, ReadonlyArray<string>>()
  for (const { name, offset } of placesIn(files["Errors.ts"].text)) {
    tags.set(name, literalsIn(await server.hover(files["Errors.ts"], offset)))
  }
  const services = new Map<string, string>()
  for (const { name, offset } of placesIn(files["Services.ts"].text)) {
    const hover = await server.hover(files["Services.ts"], offset)
    services.set(name, hover)
    if (documentationOf(hover) === "") missing.push(name)
  }
  const errors: Array<string> = []
  for (const file of Object.values(files)) {
    for (const { line, message } of await server.errors(file)) errors.push(`${file.text.split("\n")[line]}: ${message}`)
  }
  return { places: places.length, missing, errors, tags, services }
}

/** What follows the signature, which is in a fenced block. */
const documentationOf = (hover: string): string => hover.replace(/^```[^]*?```/, "").trim()

/** The places of a program that are behind a comment with a name. */
const placesIn = (text: string) =>
  Array.from(text.matchAll(/\/\*([\w.?]+)\*\//g), ({ 0: mark, 1: name = "", index }) => ({
    name,
    offset: index + mark.length
  }))

/** Writes the files of a program into a folder. */
const layOut = <const Name extends string>(
  folder: string,
  compilerOptions: object,
  texts: { readonly [N in Name]: string }
): { readonly [N in Name]: OpenFile } => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  return Record.map(texts, (text: string, name) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return { path, text }
  })
}
