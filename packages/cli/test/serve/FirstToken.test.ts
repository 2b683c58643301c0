import { assert, describe, it } from "@effect/vitest"
import { Rollcall, StorageError } from "@rollcall/core"
import { MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { AccessTokenStore } from "@rollcall/core/storage"
import * as http from "@rollcall/http"
import * as Memory from "@rollcall/storage-memory"
import { Effect, Exit, Fiber, Layer, Logger, Redacted, Scope } from "effect"
import { makeEntrance } from "../../src/serve/FirstToken.ts"
import { listen } from "../../src/serve/Listener.ts"
import { call, live } from "./Calls.ts"
import { bootstrapToken } from "./ServerProcess.ts"

const quiet = Layer.merge(live, Logger.layer([]))

/** A server in this process whose bootstrap token is not stored yet, and requests that come as soon as its port is open. */
const opened = Effect.fnUntraced(function* (insert: (stored: Effect.Effect<boolean, StorageError>) => typeof stored) {
  const store = Layer.effect(
    AccessTokenStore,
    Effect.map(AccessTokenStore, (store) => ({ ...store, insert: (token) => insert(store.insert(token)) }))
  )
  const services = yield* Layer.build(
    Rollcall.layer.pipe(
      Layer.provide([Layer.mock(MessageChannel, { channelType: "chatapp" }), TemplateCatalog.layerOf([])]),
      Layer.provideMerge(store),
      Layer.provideMerge(Memory.layer)
    )
  )
  const entrance = yield* makeEntrance
  const app = yield* Effect.provideContext(http.make(), services)
  const settings = { host: "127.0.0.1", port: 0, pathPrefix: "", maxConnections: 10 } as const
  const scope = yield* Scope.fork(yield* Effect.scope)
  const url = yield* Scope.provide(listen(entrance.behind(app), settings), scope)
  const request = Effect.map(call({ url }, "GET", "/v1/contacts"), ({ status }) => status)
  const requests = Effect.all([request, request, request], { concurrency: "unbounded" })
  const early = yield* Effect.forkScoped(requests)
  yield* Effect.sleep("50 millis")
  return {
    early,
    requests,
    open: Effect.provideContext(entrance.open(Redacted.make(bootstrapToken)), services),
    close: Scope.close(scope, Exit.void)
  }
})

describe("requests after the port opens and before the bootstrap token is stored", () => {
  it.live("A2: wait for the token", () =>
    Effect.gen(function* () {
      const { early, open } = yield* opened((stored) => Effect.delay(stored, "50 millis"))
      yield* open
      assert.deepStrictEqual(yield* Fiber.join(early), [200, 200, 200])
    }).pipe(Effect.provide(quiet))
  )

  it.live("get a response at once if it cannot be stored, so that the failed start ends", () =>
    Effect.gen(function* () {
      const failed = new StorageError({ reason: "Unavailable", cause: new Error("the disk is full") })
      const { close, early, open, requests } = yield* opened(() => Effect.fail(failed))
      assert.strictEqual(yield* Effect.flip(open), failed)
      assert.deepStrictEqual(yield* requests, [503, 503, 503])
      assert.deepStrictEqual(yield* Fiber.join(early), [503, 503, 503])
      // Sooner than what is in progress would be cut.
      yield* Effect.timeout(close, "4 seconds")
    }).pipe(Effect.provide(quiet))
  )
})
