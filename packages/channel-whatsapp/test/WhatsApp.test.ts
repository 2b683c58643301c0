import { assert, describe } from "@effect/vitest"
import { WorkspaceUuid } from "@rollcall/core"
import { Effect, Logger, Option, Schema } from "effect"
import { createServer, type Server } from "node:net"
import { fakeOptions, fakeWithChannel, senderOf } from "./Fake.ts"
import { accountOf, correlation, golden, goldens, messageOf, workspace } from "./Fixture.ts"
import { live } from "../../core/test/Suite.ts"

const other = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000009")

/** A URL at which connections are refused. */
const nowhere = Effect.promise(
  () =>
    new Promise<string>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" ? address?.port : 0
        server.close(() => resolve(`http://127.0.0.1:${port}`))
      })
    })
)

describe("a message over HTTP", () => {
  live.each(goldens)("of the template %s is accepted by the platform unchanged", function* (name) {
    const { channel, fake } = yield* fakeWithChannel()
    const messageId = yield* channel.send(messageOf(name))
    const { accepted } = yield* fake.log
    assert.deepStrictEqual(
      accepted.map((message) => [message.messageId, message.callback, message.request]),
      [[messageId, correlation, golden(name).request]]
    )
  })

  live("B12: with a lost response counts as possibly accepted", function* () {
    const rules = (["hang", "close", "garble"] as const).map((lose, index) => ({ to: String(index), lose }))
    const { channel, fake } = yield* fakeWithChannel({ script: { rules } }, { timeout: "2 seconds" })
    for (const { to } of rules) {
      const error = yield* Effect.flip(channel.send(messageOf("no-variables", `491511234567${to}`)))
      assert.strictEqual(error.reason, "OutcomeUnknown", error.detail)
    }
    assert.lengthOf((yield* fake.log).accepted, 3)
    const request = { correlation, attempt: 1 }
    assert.deepStrictEqual(yield* channel.lookup([request, request]), [{ _tag: "Unknown" }, { _tag: "Unknown" }])
  })

  live("C10: returns the recipient's writing address if it is a different one", function* () {
    const waIds = {
      "525512345678": "5215512345678",
      "5491112345678": "541112345678",
      "5511912345678": "551112345678"
    }
    const { channel, fake } = yield* fakeWithChannel({ script: { waIds } })
    for (const [to, writesFrom] of Object.entries(waIds)) {
      const sent = yield* channel.send(messageOf("no-variables", to))
      const accepted = (yield* fake.log).accepted.at(-1)
      assert.deepStrictEqual(sent, { messageId: accepted?.messageId ?? "", writesFrom })
      assert.strictEqual(accepted?.to, to)
    }
    assert.isString(yield* channel.send(messageOf("no-variables")))
  })

  live("B7: to a user id has the id in `recipient`, and not in `to`", function* () {
    const id = "US.13491208655302741918"
    const { channel, fake } = yield* fakeWithChannel({})
    const sent = yield* channel.send(messageOf("no-variables", id))
    const [accepted] = (yield* fake.log).accepted
    assert.strictEqual(accepted?.messageId, sent)
    assert.strictEqual(accepted?.to, id)
    assert.deepInclude(accepted?.request, { recipient: id, recipient_type: "individual" })
    assert.notProperty(accepted?.request, "to")
  })

  live("B15: that could not be written may be sent again", function* () {
    const { channel } = yield* fakeWithChannel({}, { graphUrl: yield* nowhere })
    assert.strictEqual((yield* Effect.flip(channel.send(messageOf("no-variables")))).reason, "Transient")
  })

  live("shares its connections with others", function* () {
    const { channel, fake } = yield* fakeWithChannel()
    const count = 200
    yield* Effect.forEach(
      Array.from({ length: count }, (_, index) => messageOf("positional", String(491_510_000_000 + index))),
      channel.send,
      { concurrency: 10 }
    )
    const { accepted, connections } = yield* fake.log
    assert.lengthOf(accepted, count)
    assert.isAtMost(connections, 20)
  })

  live("B12: is not lost on a connection that was closed while the process was suspended", function* () {
    const { channel, fake } = yield* fakeWithChannel({ closesIdleAfter: 300 })
    const sendTo = (first: number) =>
      Effect.forEach(
        Array.from({ length: 40 }, (_, index) => messageOf("positional", String(first + index))),
        channel.send,
        { concurrency: "unbounded" }
      )
    yield* sendTo(491_510_000_000)
    for (let times = 1; times <= 3; times++) {
      // Nothing of this process runs meanwhile, as if it had been stopped.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
      yield* sendTo(491_510_000_000 + times * 1_000)
    }
    const { accepted, connections } = yield* fake.log
    assert.lengthOf(accepted, 160)
    assert.strictEqual(new Set(accepted.map(({ to }) => to)).size, 160)
    assert.isAtLeast(connections, 100)
  })

  live("B15: on a refused connection, or one closed before any write, may be sent again", function* () {
    const closing = yield* Effect.acquireRelease(
      Effect.promise(
        () =>
          new Promise<Server>((resolve) => {
            const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1", () => resolve(server))
          })
      ),
      (server) => Effect.sync(() => server.close())
    )
    const address = closing.address()
    const { channel } = yield* fakeWithChannel({ closesIdleAfter: 300 })
    const port = typeof address === "object" ? address?.port : 0
    const elsewhere = yield* fakeWithChannel({}, { graphUrl: `http://127.0.0.1:${port}` })
    assert.strictEqual((yield* Effect.flip(elsewhere.channel.send(messageOf("no-variables")))).reason, "Transient")
    assert.isString(yield* channel.send(messageOf("no-variables")))
  })

  live("rejects a template or a sender missing in the account, for the whole broadcast", function* () {
    const { channel } = yield* fakeWithChannel()
    const reasonOf = (change: object) =>
      Effect.map(Effect.flip(channel.send({ ...messageOf("image"), ...change })), ({ reason }) => reason)
    assert.strictEqual(yield* reasonOf({ templateName: "gone" }), "TemplateRejected")
    assert.strictEqual(yield* reasonOf({ locale: "fr" }), "TemplateRejected")
    assert.strictEqual(yield* reasonOf({ from: senderOf(2) }), "SenderRejected")
    assert.strictEqual(yield* reasonOf({ workspace: other }), "SenderRejected")
  })
})

describe("a workspace's senders", () => {
  live("A1, B5: are the numbers that the platform reports for its accounts", function* () {
    const { channel } = yield* fakeWithChannel({}, {}, [accountOf(1), accountOf(2, other)])
    for (const [of, from, has] of [
      [workspace, senderOf(1), true],
      [workspace, senderOf(2), false],
      [other, senderOf(2), true],
      [other, senderOf(1), false],
      [workspace, "+49 30 90180", false]
    ] as const) {
      assert.strictEqual(yield* channel.hasSender(of, from), has, `${of} ${from}`)
    }
    assert.deepStrictEqual(yield* channel.senders(workspace), [senderOf(1)])
    assert.deepStrictEqual(yield* channel.senders(other), [senderOf(2)])
  })

  live("are unknown while the platform does not respond", function* () {
    const { channel } = yield* fakeWithChannel({}, { graphUrl: yield* nowhere })
    const { message, reason } = yield* Effect.flip(channel.hasSender(workspace, senderOf(1)))
    assert.strictEqual(reason, "Unavailable")
    assert.match(message, /^The channel did not answer: ./)
    assert.deepStrictEqual(yield* channel.senders(workspace), [])
  })
})

describe("a workspace's templates", () => {
  live("B5: are those of its business accounts, from all pages, with their approval", function* () {
    const paused = {
      ...Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))(golden("image").template)
    }
    const unknown = { name: "unknown", language: "en", status: "APPROVED", components: "none" }
    const listed = [...fakeOptions.templates, { ...paused, name: "old", status: "PAUSED" }, { name: "broken" }, unknown]
    const { channel, templates } = yield* fakeWithChannel({ templates: listed, pageSize: 2 })
    const all = yield* templates.list(workspace)
    assert.lengthOf(all, goldens.length + 2)
    assert.deepInclude(
      all.find(({ name }) => name === "unknown"),
      { kind: "unsendable", problem: "a definition of an unknown form" }
    )
    assert.deepStrictEqual(all.find(({ name }) => name === "old")?.status, "paused")
    const sale = { name: "summer_sale", from: senderOf(1) }
    const found = yield* templates.find(workspace, { ...sale, locale: "en" })
    assert.strictEqual(Option.getOrUndefined(found)?.template.kind, "carousel")
    assert.deepStrictEqual(yield* templates.find(workspace, { ...sale, locale: "de" }), Option.none())
    assert.deepStrictEqual(yield* templates.locales(workspace, sale), ["en"])
    assert.deepStrictEqual(yield* templates.list(other), [])
    const error = yield* Effect.flip(channel.send({ ...messageOf("image"), templateName: "old" }))
    assert.strictEqual(error.reason, "TemplateRejected")
  })

  live("B5: are looked up in the sender's business account", function* () {
    const promo = (text: string) => ({
      ...{ name: "promo", language: "en", status: "APPROVED" },
      components: [{ type: "BODY", text }]
    })
    const only = { ...promo("Hello"), name: "only_second", language: "en_GB" }
    const templatesOf = { "221": [promo("One {{1}}")], "222": [promo("Two {{1}} {{2}}"), only] }
    const { channel, templates } = yield* fakeWithChannel({ templatesOf }, {}, [accountOf(1), accountOf(2)])
    const bodyOf = (from: string | null, name = "promo", locale = "en") =>
      Effect.map(templates.find(workspace, { name, locale, from }), (found) => {
        const template = Option.getOrUndefined(found)?.template
        return template?.kind === "plain" ? template.body : undefined
      })
    assert.strictEqual(yield* bodyOf(senderOf(1)), 1)
    assert.strictEqual(yield* bodyOf(senderOf(2)), 2)
    assert.strictEqual(yield* bodyOf("493000000"), undefined)
    assert.strictEqual(yield* bodyOf(senderOf(1), "only_second", "en_GB"), undefined)
    assert.strictEqual(yield* bodyOf(senderOf(2), "only_second", "en_GB"), 0)
    assert.strictEqual(yield* bodyOf(null, "only_second", "en_GB"), 0)
    const locales = (from: string) => templates.locales(workspace, { name: "only_second", from })
    assert.deepStrictEqual([yield* locales(senderOf(1)), yield* locales(senderOf(2))], [[], ["en_GB"]])
    const shown = (yield* templates.list(workspace)).map(({ account, name }) => `${name} of ${account}`)
    assert.deepStrictEqual(shown.toSorted(), ["only_second of 222", "promo of 221", "promo of 222"])
    const message = { ...messageOf("no-variables"), templateName: "promo", locale: "en" }
    const parameters = { header: null, body: ["a", "b"], buttons: [], cards: null }
    yield* channel.send({ ...message, from: senderOf(2), parameters })
    const refused = yield* Effect.flip(channel.send({ ...message, from: senderOf(1), parameters }))
    assert.strictEqual(refused.reason, "TemplateRejected")
  })

  live("are cached, and the last ones stay valid while the platform does not respond", function* () {
    const { fake, templates } = yield* fakeWithChannel({}, { refreshEvery: 0 })
    const before = (yield* fake.log).requests
    assert.lengthOf(yield* templates.list(workspace), goldens.length)
    yield* fake.setTemplates([])
    assert.lengthOf(yield* templates.list(workspace), 0)
    assert.strictEqual((yield* fake.log).requests, before + 2)
  })
})

describe("secrets", () => {
  live("A2: are in no log line, error or printed value", function* () {
    const lines: Array<string> = []
    const capture = Logger.make(({ cause, message }) => void lines.push(`${JSON.stringify(message)} ${String(cause)}`))
    const errors = yield* Effect.gen(function* () {
      const { channel, templates } = yield* fakeWithChannel(
        { accounts: fakeOptions.accounts.map((account) => ({ ...account, token: "another" })) },
        { refreshEvery: 0 }
      )
      return yield* Effect.all([
        Effect.flip(channel.send(messageOf("image"))),
        Effect.flip(templates.list(workspace)),
        Effect.flip(channel.hasSender(workspace, senderOf(1)))
      ])
    }).pipe(Effect.provide(Logger.layer([capture])))
    const printed = [
      ...lines,
      ...errors.map((error) => `${String(error)} ${JSON.stringify(error)} ${String(error.cause)}`)
    ]
    printed.push(JSON.stringify(accountOf(1)))
    assert.strictEqual(errors[0].reason, "SenderRejected")
    for (const { message } of errors.slice(1)) assert.match(message, /^The channel refused: .+190/)
    for (const text of printed) assert.notMatch(text, /token 1|secret 1|verify 1/)
  })
})
