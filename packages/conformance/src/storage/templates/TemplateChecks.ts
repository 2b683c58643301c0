import type { Template } from "@rollcall/core"
import type { PlainTemplate } from "@rollcall/core/channel"
import { compareCodePoints, TemplateStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { agree, type Check, check } from "../shared/Check.ts"
import { newWorkspace, concurrently } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { templateArbitrary } from "./TemplateArbitrary.ts"

export const plain = (name: string, fields: Partial<PlainTemplate> = {}): Template => ({
  kind: "plain",
  name,
  locale: "en",
  status: "approved",
  header: null,
  body: 1,
  buttons: 0,
  ...fields
})

const german = plain("a", { locale: "de" })

const carousel: Template = {
  kind: "carousel",
  name: "a",
  locale: "en",
  status: "approved",
  body: 0,
  cards: [{ header: "video", body: 1, buttons: 2 }]
}

const keyOf = ({ locale, name }: Template) => JSON.stringify([name, locale])

const inOrder = (a: Template, b: Template) => compareCodePoints(a.name, b.name) || compareCodePoints(a.locale, b.locale)

export const templateChecks: ReadonlyArray<Check> = [
  check(
    "B5: the latest template for each name and locale is stored, and templates are listed by code point",
    function* () {
      const store = yield* TemplateStore
      const steps = fc.array(fc.array(templateArbitrary, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
      yield* forAll(steps, Math.ceil((yield* generatedCases) / 10), function* (puts) {
        const workspace = yield* newWorkspace
        yield* Effect.forEach(puts, (templates) => store.put(workspace, templates))
        const latest = new Map(puts.flat().map((template) => [keyOf(template), template]))
        yield* agree("The list", yield* store.list(workspace), Array.from(latest.values()).toSorted(inOrder))
        for (const template of latest.values()) {
          const found = yield* store.find(workspace, template.name, template.locale)
          yield* agree("One of them", found, Option.some(template))
        }
      })
    }
  ),

  check("B5: name and locale both match exactly", function* () {
    const store = yield* TemplateStore
    const workspace = yield* newWorkspace
    yield* store.put(workspace, [plain("order_update"), plain("Straße")])
    for (const [name, locale] of [
      ["order_update", "de"],
      ["Order_Update", "en"],
      ["order%", "en"],
      ["order_update ", "en"],
      ["STRASSE", "en"],
      ["", ""]
    ] as const) {
      yield* agree(`${name} in ${locale}`, yield* store.find(workspace, name, locale), Option.none())
      yield* agree("Nothing to remove", yield* store.remove(workspace, name, locale), false)
    }
    yield* agree("Those that are there", (yield* store.list(workspace)).length, 2)
  }),

  check("B5: a later template replaces the template with its name and locale; each is removed once", function* () {
    const store = yield* TemplateStore
    const workspace = yield* newWorkspace
    yield* store.put(workspace, [plain("a"), german, plain("b")])
    yield* store.put(workspace, [plain("a", { status: "paused" }), plain("c"), carousel])
    yield* store.put(workspace, [])
    yield* agree("The list", yield* store.list(workspace), [german, carousel, plain("b"), plain("c")])
    yield* agree("The first time", yield* store.remove(workspace, "a", "en"), true)
    yield* agree("The second time", yield* store.remove(workspace, "a", "en"), false)
    yield* agree("What is left", yield* store.list(workspace), [german, plain("b"), plain("c")])
  }),

  check("A1: templates are found, listed, replaced and removed only in their own workspace", function* () {
    const store = yield* TemplateStore
    const [workspace, other] = [yield* newWorkspace, yield* newWorkspace]
    yield* store.put(workspace, [plain("a")])
    yield* agree("find", yield* store.find(other, "a", "en"), Option.none())
    yield* agree("list", yield* store.list(other), [])
    yield* agree("remove", yield* store.remove(other, "a", "en"), false)
    yield* store.put(other, [carousel])
    yield* agree("The one", yield* store.list(workspace), [plain("a")])
    yield* agree("The other", yield* store.list(other), [carousel])
  }),

  check("B5: concurrent puts of the same templates, in any order, all succeed, and one is the last", function* () {
    const store = yield* TemplateStore
    const workspace = yield* newWorkspace
    const puts = Array.from({ length: 8 }, (_, body) => {
      const templates = Array.from({ length: 20 }, (_, n) => plain(`template ${n}`, { body }))
      return store.put(workspace, body % 2 === 0 ? templates : templates.toReversed())
    })
    yield* Effect.all(puts, concurrently)
    const bodies = new Set((yield* store.list(workspace)).map(({ body }) => body))
    yield* agree("How many are the last", bodies.size, 1)
  })
]
