import { Api, RequiredScopes } from "@rollcall/api"
import type { Scope } from "@rollcall/core"
import { allScopes } from "@rollcall/core/operations"
import { assert, describe, it } from "@effect/vitest"
import { Context, Option, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"

/**
 * What a token with a scope alone learns and changes: the words that the text of the scope says it with. An operation
 * that reveals or changes something needs one of the scopes that do.
 */
const meanings = {
  "contacts:read": [
    "contacts",
    "custom fields",
    "lists",
    "segments",
    "notes",
    "imports",
    "messages",
    "opt-outs",
    "search",
    "timelines"
  ],
  "contacts:write": [
    "create",
    "change",
    "merge",
    "archive",
    "erase",
    "import",
    "opt out",
    "opt in",
    "what was changed",
    "custom fields",
    "lists",
    "segments",
    "notes"
  ],
  "broadcasts:read": ["broadcasts", "recipients", "templates", "settings", "check", "who is opted out"],
  "broadcasts:write": [
    "create",
    "estimate",
    "pause",
    "resume",
    "cancel",
    "held opt-outs",
    "replace settings",
    "which recipients are refused",
    "contact fields"
  ],
  "events:read": ["events"],
  "webhooks:read": ["webhooks", "URLs"],
  "webhooks:write": ["create", "change", "replay", "rotate", "delete", "secret", "what was changed"],
  "tokens:read": ["names", "scopes", "expiry", "last use"],
  "tokens:write": ["create", "revoke"]
} as const satisfies { readonly [Name in Scope]: ReadonlyArray<string> }

type Words<Name extends Scope> = (typeof meanings)[Name][number]

/** What an operation reveals, and what it changes, each as the scope says it that allows it. */
type Row = { readonly [Name in Scope]?: ReadonlyArray<Words<Name>> }

const contactsRead = (...words: ReadonlyArray<Words<"contacts:read">>): Row => ({ "contacts:read": words })
const contactsWrite = (...words: ReadonlyArray<Words<"contacts:write">>): Row => ({ "contacts:write": words })
const broadcastsRead = (...words: ReadonlyArray<Words<"broadcasts:read">>): Row => ({ "broadcasts:read": words })
const broadcastsWrite = (...words: ReadonlyArray<Words<"broadcasts:write">>): Row => ({ "broadcasts:write": words })
const webhooksRead = (...words: ReadonlyArray<Words<"webhooks:read">>): Row => ({ "webhooks:read": words })
const webhooksWrite = (...words: ReadonlyArray<Words<"webhooks:write">>): Row => ({ "webhooks:write": words })

/** A webhook sends events to an address that the request names, or events that it has sent before. */
const sendsEvents: Row = { "events:read": ["events"] }

const operations: Readonly<Record<string, Row>> = {
  "contacts.list": contactsRead("contacts", "search"),
  "contacts.search": contactsRead("contacts", "search"),
  "contacts.create": contactsWrite("create", "what was changed"),
  "contacts.get": contactsRead("contacts"),
  "contacts.update": contactsWrite("change", "what was changed"),
  "contacts.archive": contactsWrite("archive", "what was changed"),
  "contacts.unarchive": contactsWrite("archive", "what was changed"),
  "contacts.erase": contactsWrite("erase"),
  "imports.create": contactsWrite("import"),
  "imports.preview": contactsRead("contacts"),
  "imports.get": contactsRead("imports"),
  "imports.rows": contactsRead("imports"),
  "imports.list": contactsRead("imports"),
  "imports.undo": contactsWrite("erase", "what was changed"),
  "customFields.list": contactsRead("custom fields"),
  "customFields.create": contactsWrite("custom fields", "what was changed"),
  "customFields.get": contactsRead("custom fields"),
  "customFields.update": contactsWrite("custom fields", "what was changed"),
  "customFields.archive": contactsWrite("custom fields"),
  "customFields.unarchive": contactsWrite("custom fields"),
  "customFields.values": contactsRead("custom fields"),
  "customFields.setValue": contactsWrite("change", "what was changed"),
  "customFields.updateValues": contactsWrite("change", "what was changed"),
  "customFields.clearValue": contactsWrite("change"),
  "contactLists.list": contactsRead("lists"),
  "contactLists.create": contactsWrite("lists", "what was changed"),
  "contactLists.get": contactsRead("lists"),
  "contactLists.update": contactsWrite("lists", "what was changed"),
  "contactLists.archive": contactsWrite("lists"),
  "contactLists.unarchive": contactsWrite("lists"),
  "contactLists.members": contactsRead("lists", "contacts"),
  "contactLists.addMembers": contactsWrite("lists", "what was changed"),
  "contactLists.addition": contactsRead("lists"),
  "contactLists.removeMembers": contactsWrite("lists"),
  "contactLists.ofContact": contactsRead("lists"),
  "segments.list": contactsRead("segments"),
  "segments.create": contactsWrite("segments", "what was changed"),
  "segments.get": contactsRead("segments"),
  "segments.update": contactsWrite("segments", "what was changed"),
  "segments.archive": contactsWrite("segments"),
  "segments.contacts": contactsRead("segments", "contacts"),
  "segments.contains": contactsRead("segments", "contacts"),
  "notes.list": contactsRead("notes"),
  "notes.create": contactsWrite("notes", "what was changed"),
  "notes.get": contactsRead("notes"),
  "notes.replace": contactsWrite("notes", "what was changed"),
  "notes.archive": contactsWrite("notes"),
  "merges.duplicates": contactsRead("contacts"),
  "merges.merge": contactsWrite("merge", "what was changed"),
  "merges.undo": contactsWrite("merge", "what was changed"),
  "optOuts.list": contactsRead("opt-outs"),
  "optOuts.startJob": contactsWrite("opt out", "opt in", "what was changed"),
  "optOuts.job": contactsRead("opt-outs"),
  "optOuts.get": contactsRead("opt-outs"),
  "optOuts.optOut": contactsWrite("opt out", "what was changed"),
  "optOuts.optIn": contactsWrite("opt in", "what was changed"),
  "messages.get": contactsRead("messages"),
  "timeline.read": contactsRead("timelines"),
  "events.read": sendsEvents,
  // The counters of a broadcast, where the query names one, ask for a scope of their own.
  "events.stream": sendsEvents,
  "webhooks.list": webhooksRead("webhooks", "URLs"),
  "webhooks.create": { ...webhooksWrite("create", "secret", "what was changed"), ...sendsEvents },
  "webhooks.get": webhooksRead("webhooks", "URLs"),
  "webhooks.update": { ...webhooksWrite("change", "what was changed"), ...sendsEvents },
  "webhooks.rotate": webhooksWrite("rotate", "secret", "what was changed"),
  "webhooks.replay": { ...webhooksWrite("replay", "what was changed"), ...sendsEvents },
  "webhooks.delete": webhooksWrite("delete"),
  "broadcasts.create": broadcastsWrite("create", "which recipients are refused"),
  "broadcasts.validate": broadcastsRead("check", "who is opted out"),
  "broadcasts.estimate": broadcastsWrite("estimate", "contact fields"),
  "broadcasts.statuses": broadcastsRead("recipients"),
  "broadcasts.retry": broadcastsWrite("create", "which recipients are refused"),
  "broadcasts.test": broadcastsWrite("create", "which recipients are refused"),
  "broadcasts.cancel": broadcastsWrite("cancel"),
  "broadcasts.pause": broadcastsWrite("pause"),
  "broadcasts.resume": broadcastsWrite("resume"),
  "broadcasts.applyOptOuts": broadcastsWrite("held opt-outs"),
  "broadcasts.dismissOptOuts": broadcastsWrite("held opt-outs"),
  "broadcasts.list": broadcastsRead("broadcasts"),
  "broadcasts.details": broadcastsRead("broadcasts"),
  "broadcasts.series": broadcastsRead("broadcasts"),
  "broadcasts.recipients": broadcastsRead("recipients"),
  "templates.list": broadcastsRead("templates"),
  "settings.get": broadcastsRead("settings"),
  "settings.replace": broadcastsWrite("replace settings"),
  "tokens.list": { "tokens:read": ["names", "scopes", "expiry", "last use"] },
  "tokens.create": { "tokens:write": ["create"] },
  "tokens.revoke": { "tokens:write": ["revoke"] },
  // Whether the server answers, and should be asked, to everyone.
  "system.health": {},
  "system.ready": {}
}

const sorted = (scopes: ReadonlyArray<string>) => scopes.toSorted((a, b) => (a < b ? -1 : 1))

/** Every endpoint of the API, and the scopes that it needs. */
const served = new Map<string, ReadonlyArray<string>>()
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group }) => {
    const scopes: ReadonlyArray<string> = Option.getOrElse(
      Context.getOption(endpoint.annotations, RequiredScopes),
      () => []
    )
    served.set(`${group.identifier}.${endpoint.identifier}`, sorted(scopes))
  }
})

const Described = Schema.Struct({
  components: Schema.Struct({
    securitySchemes: Schema.Struct({ bearer: Schema.Struct({ description: Schema.String }) })
  })
})
const { components } = Schema.decodeUnknownSync(Described)(OpenApi.fromApi(Api))
const lines = components.securitySchemes.bearer.description.split("\n")

describe("scopes (A2)", () => {
  it("each operation requires exactly the scopes that cover what it reveals and changes", () => {
    const expected = Object.entries(operations).map(([name, row]) => [name, sorted(Object.keys(row))] as const)
    assert.sameMembers([...served.keys()], Object.keys(operations))
    assert.deepStrictEqual(Object.fromEntries(served), Object.fromEntries(expected))
  })

  it.each(allScopes)("%s describes everything it grants, and an operation needs it for each", (scope) => {
    const text = lines.find((line) => line.startsWith(`- \`${scope}\`: `)) ?? ""
    for (const word of meanings[scope]) assert.include(text, word)
    const used = Object.values(operations).flatMap((row): ReadonlyArray<string> => row[scope] ?? [])
    assert.sameMembers([...new Set(used)], [...meanings[scope]])
  })
})
