import { assert } from "@effect/vitest"
import { type InvalidInput, WorkspaceUuid } from "@rollcall/core"
import { nextId, Actors } from "@rollcall/core/operations"
import { AccessTokenStore, WorkspaceStore } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { suite } from "../../Suite.ts"

const newWorkspace = Effect.gen(function* () {
  const id = yield* nextId
  return (yield* WorkspaceStore.use(({ ensure }) => ensure(`actors ${id}`, WorkspaceUuid.make(id)))).uuid
})

/** A UUID of version 5, made with another digest. */
const uuidOf = (name: string) => {
  const hash = createHash("sha1")
    .update(Buffer.from("ebb160f5c64e4bfea2cfa47b4eb735e0", "hex"))
    .update(name)
    .digest("hex")
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`
}

suite(Layer.provideMerge(Actors.layer, storage))("Actors", (test) => {
  test("A1: a UUID is used unchanged, without storing a name for it", function* () {
    const { caller } = yield* Actors
    const { actorNames } = yield* AccessTokenStore
    const workspace = yield* newWorkspace
    for (const given of ["0197a000-0000-7000-8000-000000000002", "0197A000-0000-7000-8000-0000000000AB"]) {
      const made = yield* caller(workspace, given)
      assert.deepStrictEqual<unknown>(made, { workspace, actor: given.toLowerCase() })
      assert.strictEqual((yield* actorNames(workspace, [made.actor])).size, 0)
    }
  })

  test("A1: any other string becomes a UUID of version 5, and is stored unchanged", function* () {
    const { caller } = yield* Actors
    const { actorNames } = yield* AccessTokenStore
    const workspace = yield* newWorkspace
    const known = ["user_2NNEqL2nrIRdJ194ndJqAHwEfxC", "auth0|5f7c8ec7c33c6c004bbafe82", "Zoë 🐦", " ", "a".repeat(255)]
    const made = fc.sample(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }), 200)
    for (const name of [...known, ...made.filter((name) => !name.includes("\0") && Array.from(name).length <= 255)]) {
      const { actor } = yield* caller(workspace, name)
      assert.strictEqual<string>(actor, uuidOf(name))
      assert.deepStrictEqual<unknown>([...(yield* actorNames(workspace, [actor]))], [[actor, name]])
      assert.strictEqual((yield* caller(workspace, name)).actor, actor)
    }
  })

  test("A1: an empty, too long or unstorable string is rejected", function* () {
    const { caller } = yield* Actors
    const workspace = yield* newWorkspace
    const refused: Readonly<Record<string, string>> = {
      "": "actor: must not be empty",
      ["a".repeat(256)]: "actor: must have at most 255 characters",
      "a\0": "actor: must not contain U+0000 or a lone surrogate"
    }
    for (const [name, message] of Object.entries(refused)) {
      const failure: InvalidInput | { readonly message: string } = yield* Effect.flip(caller(workspace, name))
      assert.strictEqual(failure.message, message)
    }
  })
})
