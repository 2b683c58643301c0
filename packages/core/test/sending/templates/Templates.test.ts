import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { systemCaller, type Template, Templates, type WorkspaceUuid } from "@rollcall/core"
import { type PlainTemplate, TemplateCatalog } from "@rollcall/core/channel"
import { maxTemplateNameLength } from "@rollcall/core/sending"
import { newCaller, refusal, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const plain = (name: string, fields: Partial<PlainTemplate> = {}): Template => ({
  kind: "plain",
  name,
  locale: "en",
  status: "approved",
  header: null,
  body: 1,
  buttons: 0,
  ...fields
})

suite(services)("templates (B5)", (test) => {
  test("B5: are validated, every error is an issue with its path, and none is added then", function* () {
    const templates = yield* Templates
    const caller = yield* newCaller
    const carousel: Template = { kind: "carousel", name: "b", locale: "en", status: "approved", body: 0, cards: [] }
    const wrong = [plain("a"), plain("x".repeat(maxTemplateNameLength + 1), { locale: "e\0n", body: -1 }), carousel]
    const issues = yield* refusal(templates.replace(caller, wrong))
    const places = ["[1].name", "[1].locale", "[1].body", "[2].cards"]
    assert.sameMembers(
      [...issues],
      places.map((place) => `value_error ${place}`)
    )
    assert.deepStrictEqual(yield* templates.list(caller), [])
    yield* templates.replace(caller, [plain("x".repeat(maxTemplateNameLength)), plain("a")])
    yield* templates.delete(caller, "a", "en")
    assert.lengthOf(yield* templates.list(caller), 1)
    assert.deepStrictEqual(yield* refusal(templates.delete(caller, "a", "en")), ["TemplateNotFound"])
  })

  test("B5: are looked up first among the workspace's own templates, then among the others", function* () {
    const templates = yield* Templates
    const [{ workspace }, other] = [yield* newCaller, yield* newCaller]
    const fallback = [plain("a"), plain("b"), plain("b", { body: 2 })]
    const catalog = yield* Effect.provide(TemplateCatalog, TemplateCatalog.layerStored(fallback))
    yield* templates.replace(systemCaller(workspace), [plain("a", { body: 3 }), plain("c")])
    const findIn = (where: WorkspaceUuid, name: string, locale = "en") =>
      Effect.map(
        catalog.find(where, { name, locale, from: null }),
        Option.map(({ template }) => template)
      )
    const find = (name: string, locale?: string) => findIn(workspace, name, locale)
    assert.deepStrictEqual(yield* find("a"), Option.some(plain("a", { body: 3 })))
    assert.deepStrictEqual(yield* find("c"), Option.some(plain("c")))
    assert.deepStrictEqual(yield* find("b"), Option.some(plain("b", { body: 2 })), "the later of two")
    assert.deepStrictEqual(yield* find("a", "de"), Option.none())
    assert.deepStrictEqual(yield* findIn(other.workspace, "a"), Option.some(plain("a")))
    const bodies = (where: WorkspaceUuid) =>
      Effect.map(catalog.list(where), (all) =>
        all.map((one) => `${one.name} ${one.kind === "unsendable" ? "" : one.body}`).toSorted()
      )
    assert.deepStrictEqual(yield* bodies(workspace), ["a 3", "b 2", "c 1"])
    assert.deepStrictEqual(yield* bodies(other.workspace), ["a 1", "b 2"])
    yield* templates.delete(systemCaller(workspace), "a", "en")
    assert.deepStrictEqual(yield* find("a"), Option.some(plain("a")))
  })
})
