import { assert } from "@effect/vitest"
import { Broadcasts, Deliveries, InvalidInput, Rollcall } from "@rollcall/core"
import { sentenceOf } from "@rollcall/core/operations"
import {
  anyValue,
  Channels,
  type ListedTemplate,
  MessageChannel,
  TemplateCatalog,
  type TemplateQuery
} from "@rollcall/core/channel"
import { digitForms, PhoneNumbers } from "@rollcall/core/people"
import { reminderTo } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Layer, Option, Stream } from "effect"
import { newCaller } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const template = { kind: "plain", locale: "en", status: "approved", header: null, body: 1, buttons: 0 } as const

/** A channel with one sender, a template of its own, and one that every channel has, in a state of its own. */
const channel = (channelType: string, sender: string, status: "approved" | "paused") =>
  Layer.merge(
    Layer.mock(MessageChannel, {
      channelType,
      hasSender: (_workspace, from) => Effect.succeed(from === sender),
      senders: () => Effect.succeed([sender])
    }),
    TemplateCatalog.layerOf([
      { ...template, name: "reminder", status },
      { ...template, name: `${channelType}_only` }
    ])
  )

const services = Rollcall.layer.pipe(
  Layer.provide(Channels.layerOf([channel("chatapp", "4930", "paused"), channel("sms", "CLINIC", "approved")])),
  Layer.provideMerge(storage),
  Layer.provide(Layer.succeed(PhoneNumbers, { ...digitForms, key: (text) => digitForms.key(text).replace(/^54/, "5") }))
)

type Change = Parameters<typeof reminderTo>[1]

/** What `create` says of a request, after `validate` has said the same. */
const answerTo = Effect.fnUntraced(function* (change: Change) {
  const broadcasts = yield* Broadcasts
  const caller = yield* newCaller
  const sayingWhy = <A, E extends { readonly message: string }, R>(call: Effect.Effect<A, E, R>) =>
    Effect.match(call, {
      onSuccess: () => ["accepted"],
      onFailure: (error) => (error instanceof InvalidInput ? error.issues.map(sentenceOf) : [error.message])
    })
  const answer = yield* sayingWhy(broadcasts.create(caller, reminderTo(1, change)))
  assert.deepStrictEqual(yield* sayingWhy(broadcasts.validate(caller, reminderTo(1, change))), answer)
  return answer
})

const isPaused = "templateName: the template is paused, not approved"

suite(services)("a request to one of several channels", (test) => {
  test("B7, C3: rejects another spelling of an address as duplicate, and an invalid address is no duplicate", function* () {
    const broadcasts = yield* Broadcasts
    const { recipients, ...rest } = reminderTo(1, { channelType: "sms", from: "CLINIC" })
    const identifiers = ["+4930901820", "4930901820", "54930901821", "5930901821", "4930901820"]
    const spelled = identifiers.flatMap((identifier) => recipients.map((one) => ({ ...one, identifier })))
    const request = { ...rest, count: spelled.length, recipients: Stream.succeed(spelled) }
    const { warnings } = yield* broadcasts.validate(yield* newCaller, request)
    assert.deepStrictEqual(
      warnings.map(({ identifier, reasons }) => [identifier, reasons]),
      [
        ["+4930901820", ["invalid_identifier"]],
        ["5930901821", ["duplicate_identifier"]],
        ["4930901820", ["duplicate_identifier"]]
      ]
    )
  })

  test.each<readonly [change: Change, answer: string]>([
    [{ channelType: "sms", from: "CLINIC" }, "accepted"],
    [{ channelType: "chatapp", from: "4930", templateName: "chatapp_only" }, "accepted"],
    [{ channelType: "chatapp", from: "4930" }, isPaused],
    [{ channelType: null, from: "4930" }, isPaused],
    [{ channelType: "sms", from: "4930" }, "There is no sender 4930: the workspace has CLINIC."],
    [
      { channelType: "sms", from: "CLINIC", templateName: "chatapp_only" },
      'There is no template "chatapp_only" in locale "en".'
    ],
    [{ channelType: "email", from: "4930" }, "channelType: must be one of chatapp, sms"]
  ])("B5: is checked against its channel's senders and templates: %j", function* ([change, answer]) {
    assert.deepStrictEqual(yield* answerTo(change), [answer])
  })

  test("B6: has no template issues if the template's channel is unknown", function* () {
    const broadcasts = yield* Broadcasts
    const caller = yield* newCaller
    const part = { templateName: "reminder", locale: "en" }
    const issuesOf = (channelType: string | undefined) =>
      Effect.map(broadcasts.issues(caller, { ...part, channelType }, 10), (issues) => issues.map(sentenceOf))
    assert.deepStrictEqual(yield* issuesOf("chatapp"), [isPaused])
    assert.deepStrictEqual(yield* issuesOf(undefined), [])
  })

  test("B5: accepts the listed templates, each with its channel", function* () {
    const { templates } = yield* Channels
    const caller = yield* newCaller
    const listed = (yield* templates(caller)).map(({ channelType, name, status }) => [name, channelType, status])
    assert.deepStrictEqual(listed, [
      ["chatapp_only", "chatapp", "approved"],
      ["reminder", "chatapp", "paused"],
      ["reminder", "sms", "approved"],
      ["sms_only", "sms", "approved"]
    ])
  })
})

const asked: Array<TemplateQuery> = []

/** The first sender's account has `reminder` in two locales and a template that cannot be sent, the other one nothing. */
const listed: ReadonlyArray<ListedTemplate> = [
  { ...template, name: "reminder", locale: "en_US" },
  { ...template, name: "reminder", locale: "de" },
  { kind: "unsendable", name: "place", locale: "en", status: "approved", problem: "a header of the type location" }
]
const ofSender = ({ from }: Pick<TemplateQuery, "from">) => (from === "4930" ? listed : [])
const ofAccounts = Layer.succeed(TemplateCatalog, {
  find: (_workspace, query) => {
    asked.push(query)
    const found = ofSender(query).find(({ locale, name }) => name === query.name && locale === query.locale)
    return Effect.succeed(Option.map(Option.fromUndefinedOr(found), (template) => ({ template, check: anyValue })))
  },
  locales: (_workspace, query) =>
    Effect.succeed(ofSender(query).flatMap(({ locale, name }) => (name === query.name ? [locale] : []))),
  list: () => Effect.succeed(listed)
})
const accountServices = Rollcall.layer.pipe(
  Layer.provide(
    Layer.mock(MessageChannel, {
      channelType: "chatapp",
      hasSender: (_workspace, from) => Effect.succeed(from !== "0"),
      senders: () => Effect.succeed([])
    })
  ),
  Layer.provide(ofAccounts),
  Layer.provideMerge(Layer.fresh(storage))
)

suite(accountServices)("a request from a sender whose account has its own templates", (test) => {
  test.each<readonly [change: Change, answer: string]>([
    [{ from: "4930", locale: "de" }, "accepted"],
    [{ from: "4930" }, 'There is no template "reminder" in locale "en". Its locales are de, en_US.'],
    [{ from: "4931", locale: "de" }, 'There is no template "reminder" in locale "de".'],
    [{ from: "0", locale: "de" }, "There is no sender 0: the workspace has no senders."],
    [
      { from: "4930", templateName: "place" },
      "templateName: the template cannot be sent: it has a header of the type location"
    ]
  ])("B5, B25: is checked against that account's templates: %j", function* ([change, answer]) {
    asked.splice(0)
    assert.deepStrictEqual(yield* answerTo(change), [answer])
    for (const { from } of asked) assert.strictEqual(from, change?.from)
  })

  test("B6: without a readable sender is checked against any account's templates", function* () {
    const broadcasts = yield* Broadcasts
    const caller = yield* newCaller
    asked.splice(0)
    yield* broadcasts.issues(caller, { templateName: "reminder", locale: "de" }, 10)
    assert.deepStrictEqual(asked, [{ name: "reminder", locale: "de", from: null }])
  })
})

const ofSenders = (senders: ReadonlyArray<string>) =>
  Rollcall.layer.pipe(
    Layer.provide(
      Layer.mock(MessageChannel, {
        channelType: "chatapp",
        hasSender: (_workspace, from) => Effect.succeed(senders.includes(from)),
        senders: () => Effect.succeed(senders)
      })
    ),
    Layer.provide(TemplateCatalog.layerOf([{ ...template, name: "reminder" }])),
    Layer.provideMerge(Layer.fresh(storage))
  )

suite(ofSenders(["493090180", "+31200000000", "CLINIC 24"]))("a request's sender", (test) => {
  test.each<readonly [from: string, sender: string]>([
    ["493090180", "493090180"],
    ["+493090180", "493090180"],
    ["+49 30 90180", "493090180"],
    ["(+49) 30/901-80", "493090180"],
    // As the channel has it comes first, and what has letters is no number.
    ["+31200000000", "+31200000000"],
    ["CLINIC 24", "CLINIC 24"]
  ])("C3, B5: is parsed like any number: %s", function* ([from, sender]) {
    const broadcasts = yield* Broadcasts
    const caller = yield* newCaller
    const { uuid } = yield* broadcasts.create(caller, reminderTo(1, { from, clientUniqueIdentifier: "k" }))
    const deliveries = yield* Deliveries
    assert.strictEqual((yield* deliveries.get(caller, uuid)).broadcast.from, sender)
    // One sender makes one request, however it is written.
    const again = yield* broadcasts.create(caller, reminderTo(1, { from: sender, clientUniqueIdentifier: "k" }))
    assert.strictEqual(again.uuid, uuid)
    assert.isEmpty((yield* broadcasts.validate(caller, reminderTo(1, { from }))).warnings)
  })

  test.each(["+49 30 90181", "49309018", "CLINIC", "+31 200 000 000", "493090180 ext. CLINIC"])(
    "B5, W9: is reported with the existing senders if unknown: %s",
    function* (from) {
      assert.deepStrictEqual(yield* answerTo({ from }), [
        `There is no sender ${from}: the workspace has +31200000000, 493090180, CLINIC 24.`
      ])
    }
  )
})

const many = Array.from({ length: 25 }, (_, at) => String(31_200_000_000 + at))

suite(ofSenders(many))("an unknown sender in a workspace with many senders", (test) => {
  test("W9: is reported with 20 of them, and the number of the others", function* () {
    const named = many.slice(0, 20).join(", ")
    assert.deepStrictEqual(yield* answerTo({ from: "1" }), [
      `There is no sender 1: the workspace has ${named} and 5 more.`
    ])
  })
})
