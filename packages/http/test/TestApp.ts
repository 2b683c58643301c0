import { systemCaller, Workspaces, AccessTokens, Rollcall, type Scope } from "@rollcall/core"
import { MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { runImport } from "@rollcall/core/people"
import { ContactImportStore } from "@rollcall/core/storage"
import * as Memory from "@rollcall/storage-memory"
import { Context, Duration, Effect, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeAppOver, type Send } from "./App.ts"

const channel = Layer.mock(MessageChannel, {
  channelType: "chatapp",
  hasSender: (_workspace, from) => Effect.succeed(from === "31200000000"),
  senders: () => Effect.succeed(["31200000000"])
})

const catalog = TemplateCatalog.layerOf([
  { kind: "plain", name: "reminder", locale: "en", status: "approved", header: null, body: 2, buttons: 0 },
  { kind: "plain", name: "draft", locale: "en", status: "pending", header: null, body: 1, buttons: 0 }
])

const services = Rollcall.layer.pipe(Layer.provide([channel, catalog]), Layer.provideMerge(Memory.layer))

/** The routes over the real services on a memory store of their own, and tokens for them. */
export class TestApp extends Context.Service<
  TestApp,
  {
    readonly send: Send
    /** A token of one workspace, and one of another. */
    readonly ours: string
    readonly theirs: string
    /** One more token of our workspace, with fewer scopes. */
    readonly ourToken: (scopes: ReadonlyArray<Scope>) => Effect.Effect<string>
    /** A token of a workspace that has nothing yet. */
    readonly fresh: Effect.Effect<string>
    /** Applies every row that was accepted and not yet applied, as a worker does. */
    readonly importRows: Effect.Effect<void>
    /** Every line of the log so far. */
    readonly log: ReadonlyArray<string>
  }
>()("test/TestApp") {
  static readonly layer = Layer.effect(
    TestApp,
    Effect.gen(function* () {
      const built = yield* Layer.build(services)
      const tokens = Context.get(built, AccessTokens)
      const makeToken = Effect.fnUntraced(function* (name: string, scopes?: ReadonlyArray<Scope>) {
        const { uuid } = yield* Context.get(built, Workspaces).ensure(name)
        return Redacted.value((yield* tokens.create(systemCaller(uuid), { scopes })).token)
      }, Effect.orDie)
      let workspaces = 0
      const log: Array<string> = []
      return TestApp.of({
        send: yield* makeAppOver(Layer.succeedContext(built), { log: (line) => log.push(line) }),
        ours: yield* makeToken("ours"),
        theirs: yield* makeToken("theirs"),
        ourToken: (scopes) => makeToken("ours", scopes),
        fresh: Effect.suspend(() => makeToken(`fresh ${++workspaces}`)),
        importRows: Effect.gen(function* () {
          const imports = yield* ContactImportStore
          const due = yield* imports.claimDue({ limit: 100, nextCheckAfter: Duration.seconds(10) })
          yield* Effect.forEach(due, runImport, { discard: true })
        }).pipe(Effect.provideContext(built), TestClock.withLive, Effect.orDie),
        log
      })
    })
  )
}

export const uuidOf = Schema.decodeUnknownSync(Schema.Struct({ uuid: Schema.String }))

/** Makes a contact and gives its uuid; throws unless it is taken. */
export const newContact = Effect.fnUntraced(function* (token: string, fields: object = {}) {
  const { send } = yield* TestApp
  const made = yield* send("POST", "/v1/contacts", { token, json: { email: "zoe@example.org", ...fields } })
  return uuidOf(made.json).uuid
})
