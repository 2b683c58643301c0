import {
  type AccessTokenStore,
  compareCodePoints,
  InvalidInput,
  maxTemplateNameLength,
  type PlainTemplate,
  type Storage,
  type Template,
  TemplateCatalog,
  TemplateNotFound,
  Templates,
  TemplateStore,
  Transaction
} from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import fc from "fast-check"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { register } from "../kernel/Register.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { templateArbitrary } from "./TemplateArbitrary.ts"

type Needs = TemplateStore | Templates | AccessTokenStore | Transaction

const plain = (name: string, locale = "en", fields: Partial<PlainTemplate> = {}): Template => ({
  kind: "plain",
  name,
  locale,
  status: "approved",
  header: null,
  body: 1,
  buttons: 0,
  ...fields
})

const carousel = (name: string): Template => ({
  kind: "carousel",
  name,
  locale: "en",
  status: "approved",
  body: 0,
  cards: [{ header: "video", body: 1, buttons: 2 }]
})

const keyOf = ({ locale, name }: Template) => JSON.stringify([name, locale])

const inOrder = (a: Template, b: Template) => compareCodePoints(a.name, b.name) || compareCodePoints(a.locale, b.locale)

/** What `TemplateStore`, and the catalogue and the service over it, promise (B5). */
export const templateStoreChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "B5: keeps every template as it is, the latest of each name and locale, and lists them by code point",
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const steps = fc.array(fc.array(templateArbitrary, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
      yield* forAll(steps, Math.ceil((yield* generatedCases) / 10), (puts) =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace
          yield* Effect.forEach(puts, (templates) => store.put(workspace, templates))
          const latest = new Map(puts.flat().map((template) => [keyOf(template), template]))
          yield* agree("The list", yield* store.list(workspace), Array.from(latest.values()).toSorted(inOrder))
          for (const template of latest.values()) {
            const found = yield* store.find(workspace, template.name, template.locale)
            yield* agree("One of them", found, Option.some(template))
          }
        })
      )
    })
  ),

  check(
    "B5: name and locale are both exact",
    Effect.gen(function* () {
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
    })
  ),

  check(
    "B5: a later template takes the place of the one with its name and locale, of whatever kind",
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const workspace = yield* newWorkspace
      yield* store.put(workspace, [plain("a"), plain("a", "de"), plain("b")])
      yield* store.put(workspace, [plain("a", "en", { status: "paused" }), plain("c"), carousel("a")])
      yield* store.put(workspace, [])
      const expected = [plain("a", "de"), carousel("a"), plain("b"), plain("c")]
      yield* agree("The list", yield* store.list(workspace), expected)
    })
  ),

  check(
    "B5: a template is removed once, and no other with it",
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const workspace = yield* newWorkspace
      yield* store.put(workspace, [plain("a"), plain("a", "de"), plain("b")])
      yield* agree("The first time", yield* store.remove(workspace, "a", "en"), true)
      yield* agree("The second time", yield* store.remove(workspace, "a", "en"), false)
      yield* agree("The list", yield* store.list(workspace), [plain("a", "de"), plain("b")])
    })
  ),

  check(
    "A1: templates are found, listed, replaced and removed in their own workspace alone",
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const [workspace, other] = [yield* newWorkspace, yield* newWorkspace]
      yield* store.put(workspace, [plain("a")])
      yield* agree("find", yield* store.find(other, "a", "en"), Option.none())
      yield* agree("list", yield* store.list(other), [])
      yield* agree("remove", yield* store.remove(other, "a", "en"), false)
      yield* store.put(other, [carousel("a")])
      yield* agree("The one", yield* store.list(workspace), [plain("a")])
      yield* agree("The other", yield* store.list(other), [carousel("a")])
    })
  ),

  check(
    "B5: a transaction that fails adds and removes none",
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const transaction = yield* Transaction
      const workspace = yield* newWorkspace
      yield* store.put(workspace, [plain("a")])
      const changes = Effect.andThen(
        store.put(workspace, [carousel("a"), plain("b")]),
        store.remove(workspace, "a", "en")
      )
      yield* agree("It fails", yield* Effect.flip(transaction.run(Effect.andThen(changes, Effect.fail("no")))), "no")
      yield* agree("The list", yield* store.list(workspace), [plain("a")])
    })
  ),

  check(
    "B5: those who put the same templates at once, in whatever order, all succeed, and one of them is the last",
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const workspace = yield* newWorkspace
      const names = Array.from({ length: 20 }, (_, n) => `template ${n}`)
      const puts = Array.from({ length: 8 }, (_, n) => {
        const templates = names.map((name) => plain(name, "en", { body: n }))
        return store.put(workspace, n % 2 === 0 ? templates : templates.toReversed())
      })
      yield* Effect.all(puts, { concurrency: "unbounded", discard: true })
      const bodies = new Set((yield* store.list(workspace)).map(({ body }) => body))
      yield* agree("How many are the last", bodies.size, 1)
    })
  ),

  check(
    "B5: the catalogue looks among the workspace's own templates first, and then among the others",
    Effect.gen(function* () {
      const store = yield* TemplateStore
      const [workspace, other] = [yield* newWorkspace, yield* newWorkspace]
      const fallback = [plain("a"), plain("b"), plain("b", "en", { body: 2 })]
      const context = yield* Layer.build(TemplateCatalog.layerStored(fallback))
      const catalog = yield* Effect.provideContext(TemplateCatalog, context)
      yield* store.put(workspace, [carousel("a"), plain("c")])
      yield* agree("Its own", yield* catalog.find(workspace, "a", "en"), Option.some(carousel("a")))
      yield* agree("Another of its own", yield* catalog.find(workspace, "c", "en"), Option.some(plain("c")))
      yield* agree("Elsewhere", yield* catalog.find(other, "a", "en"), Option.some(plain("a")))
      const later = Option.some(plain("b", "en", { body: 2 }))
      yield* agree("The later of the others", yield* catalog.find(workspace, "b", "en"), later)
      yield* agree("In no other language", yield* catalog.find(workspace, "a", "de"), Option.none())
      yield* store.remove(workspace, "a", "en")
      yield* agree("When it is removed", yield* catalog.find(workspace, "a", "en"), Option.some(plain("a")))
    }).pipe(Effect.scoped)
  ),

  check(
    "B5: the service checks templates, says everything that is wrong and where, and adds none of them then",
    Effect.gen(function* () {
      const service = yield* Templates
      const workspace = yield* newWorkspace
      const wrong = [
        plain("a"),
        plain("x".repeat(maxTemplateNameLength + 1), "e\0n", { body: -1 }),
        { ...carousel("b"), cards: [] }
      ]
      const error = yield* Effect.flip(service.put(workspace, wrong))
      yield* holds("It is refused", error instanceof InvalidInput, error)
      const fields = error instanceof InvalidInput ? error.issues.map(({ field }) => field) : []
      yield* agree("Where", fields.toSorted(), ["[1].body", "[1].locale", "[1].name", "[2].cards"])
      yield* agree("None is there", yield* service.list(workspace), [])
      yield* service.put(workspace, [plain("x".repeat(maxTemplateNameLength)), plain("a")])
      yield* service.remove(workspace, "a", "en")
      yield* agree("What is left", (yield* service.list(workspace)).length, 1)
      const none = yield* Effect.flip(service.remove(workspace, "a", "en"))
      yield* holds("There is none", none instanceof TemplateNotFound, none)
    })
  )
]

export const templateStoreSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: templates`, Layer.provideMerge(Templates.layer, layer), templateStoreChecks)
