import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe } from "@effect/vitest"
import { WhatsAppAccounts } from "@rollcall/channel-whatsapp"
import { WorkspaceStore } from "@rollcall/core/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { Effect, FileSystem, Layer, Redacted } from "effect"
import { type AccountSettings, accountsLayer } from "../../../src/serve/channel/WhatsAppAccounts.ts"
import { test } from "../../../../core/test/Suite.ts"

const none: AccountSettings = {
  whatsAppAccounts: undefined,
  whatsAppAppSecret: undefined,
  whatsAppBusinessAccountId: undefined,
  whatsAppPhoneNumberId: undefined,
  whatsAppToken: undefined,
  whatsAppVerifyToken: undefined
}

const one: AccountSettings = {
  ...none,
  whatsAppAppSecret: Redacted.make("app-secret"),
  whatsAppBusinessAccountId: "222",
  whatsAppPhoneNumberId: "111",
  whatsAppToken: Redacted.make("access-token"),
  whatsAppVerifyToken: Redacted.make("verify-token")
}

/** An account as a file has it. */
const entry = {
  workspace: "clinic",
  phoneNumberId: "333",
  businessAccountId: "444",
  token: "access-token",
  appSecret: "app-secret",
  verifyToken: "verify-token"
}

/** The accounts of the settings, each with the name of its workspace. */
const accountsOf = (settings: AccountSettings) =>
  Effect.gen(function* () {
    const accounts = yield* (yield* WhatsAppAccounts).all
    const workspaces = yield* (yield* WorkspaceStore).list
    return accounts.map((account) => ({
      ...account,
      workspace: workspaces.find(({ uuid }) => uuid === account.workspace)?.name
    }))
  }).pipe(Effect.provide(Layer.provideMerge(accountsLayer(settings), storage)))

/** The same of a file with this text. */
const accountsIn = (text: string, settings: AccountSettings = none) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const filename = yield* files.makeTempFileScoped()
    yield* files.writeFileString(filename, text)
    return yield* Effect.mapError(accountsOf({ ...settings, whatsAppAccounts: filename }), ({ message }) =>
      message.replace(filename, "FILE")
    )
  }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))

/** Why a file with this text is refused. */
const refusalOf = (text: string, settings: AccountSettings = none) =>
  Effect.map(Effect.flip(accountsIn(text, settings)), String)

describe("WhatsApp accounts", () => {
  test("five variables configure one account in the workspace default", function* () {
    assert.deepStrictEqual(yield* accountsOf(one), [
      {
        workspace: "default",
        phoneNumberId: "111",
        businessAccountId: "222",
        token: Redacted.make("access-token"),
        appSecret: Redacted.make("app-secret"),
        verifyToken: Redacted.make("verify-token")
      }
    ])
  })

  test("an error names the missing variables", function* () {
    const refused = yield* Effect.flip(accountsOf({ ...one, whatsAppToken: undefined, whatsAppAppSecret: undefined }))
    assert.strictEqual(
      refused.message,
      "ROLLCALL_CHANNEL: whatsapp needs ROLLCALL_WHATSAPP_TOKEN, ROLLCALL_WHATSAPP_APP_SECRET, or ROLLCALL_WHATSAPP_ACCOUNTS"
    )
  })

  test("a file configures accounts in several workspaces, which are created", function* () {
    const found = yield* accountsIn(JSON.stringify([entry, { ...entry, workspace: "practice", phoneNumberId: "555" }]))
    assert.deepStrictEqual(
      found.map(({ phoneNumberId, workspace }) => [workspace, phoneNumberId]),
      [
        ["clinic", "333"],
        ["practice", "555"]
      ]
    )
  })

  test.each([
    ["{", "it is not JSON"],
    ["[]", "[0]: Missing key"],
    [
      JSON.stringify([{ ...entry, phoneNumberId: "" }]),
      "[0].phoneNumberId: Expected a value with a length of at least 1"
    ],
    [JSON.stringify([{ ...entry, color: "red" }]), "[0].color: Expected no excess property"],
    [JSON.stringify([entry, { ...entry, workspace: "b" }]), "[1].phoneNumberId: an account before has it too"]
  ] as const)("an invalid file is rejected with the path: %s", function* ([text, why]) {
    assert.include(yield* refusalOf(text), `ROLLCALL_WHATSAPP_ACCOUNTS: FILE: ${why}`)
  })

  test("no error contains a secret", function* () {
    for (const wrong of [
      { ...entry, token: ["access-token"] },
      { ...entry, appSecret: { key: "app-secret" } }
    ]) {
      assert.notMatch(yield* refusalOf(JSON.stringify([wrong])), /access-token|app-secret/)
    }
    assert.strictEqual(
      yield* refusalOf(`[{"token": "access-token"`),
      "ROLLCALL_WHATSAPP_ACCOUNTS: FILE: it is not JSON"
    )
  })

  test("a file together with the variables of one account is rejected", function* () {
    const refused = yield* refusalOf(JSON.stringify([entry]), { ...none, whatsAppToken: Redacted.make("x") })
    assert.strictEqual(refused, "ROLLCALL_WHATSAPP_ACCOUNTS: has every account: unset ROLLCALL_WHATSAPP_TOKEN")
  })
})
