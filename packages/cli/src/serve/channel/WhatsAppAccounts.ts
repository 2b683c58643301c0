import { layerNamed, NamedAccount, type WhatsAppAccounts } from "@rollcall/channel-whatsapp"
import type { WorkspaceStore } from "@rollcall/core/storage"
import { Duration, Effect, Layer, Schema } from "effect"
import { firstWorkspace } from "../FirstToken.ts"
import { readJsonFile } from "./JsonFile.ts"
import { checkRegular } from "../RegularFile.ts"
import type { Settings } from "../settings/Settings.ts"
import { whatsAppVariables as variables } from "../settings/WhatsAppVariables.ts"
import { StartRefused } from "../StartRefused.ts"

/** Errors name the place in the file, and never repeat its values. */
const readFile = readJsonFile(Schema.NonEmptyArray(NamedAccount), { repeatsInput: false })

/** The settings of a single account. */
const ofOne = [
  "whatsAppToken",
  "whatsAppPhoneNumberId",
  "whatsAppBusinessAccountId",
  "whatsAppAppSecret",
  "whatsAppVerifyToken"
] as const

/** The settings for accounts. */
export type AccountSettings = Pick<Settings, (typeof ofOne)[number] | "whatsAppAccounts">

/**
 * Makes the accounts from the settings: those in a file, which is read once, or one account for the workspace `default`.
 * Creates missing workspaces.
 */
export const accountsLayer = (settings: AccountSettings): Layer.Layer<WhatsAppAccounts, StartRefused, WorkspaceStore> =>
  Layer.unwrap(
    Effect.map(namedAccounts(settings), (accounts) => layerNamed(Effect.succeed(accounts), Duration.infinity))
  )

const namedAccounts = Effect.fnUntraced(function* (
  settings: AccountSettings
): Effect.fn.Return<ReadonlyArray<NamedAccount>, StartRefused> {
  const namesOf = (keys: ReadonlyArray<(typeof ofOne)[number]>) => keys.map((key) => variables[key].name).join(", ")
  const {
    whatsAppAccounts: filename,
    whatsAppAppSecret: appSecret,
    whatsAppBusinessAccountId: businessAccountId,
    whatsAppPhoneNumberId: phoneNumberId,
    whatsAppToken: token,
    whatsAppVerifyToken: verifyToken
  } = settings
  if (filename !== undefined) {
    const surplus = ofOne.filter((key) => settings[key] !== undefined)
    return surplus.length === 0
      ? yield* accountsIn(filename)
      : yield* refuse(`has every account: unset ${namesOf(surplus)}`)
  }
  if (
    appSecret === undefined ||
    businessAccountId === undefined ||
    phoneNumberId === undefined ||
    token === undefined ||
    verifyToken === undefined
  ) {
    const missing = namesOf(ofOne.filter((key) => settings[key] === undefined))
    return yield* new StartRefused({
      message: `ROLLCALL_CHANNEL: whatsapp needs ${missing}, or ${variables.whatsAppAccounts.name}`
    })
  }
  return [{ workspace: firstWorkspace, appSecret, businessAccountId, phoneNumberId, token, verifyToken }]
})

/** Reads the accounts from the file. A phone number must belong to only one of them. */
const accountsIn = Effect.fnUntraced(function* (filename: string) {
  yield* checkRegular(variables.whatsAppAccounts.name, filename)
  const accounts = yield* Effect.catch(readFile(filename), ({ message }) => refuse(message))
  const ids = accounts.map(({ phoneNumberId }) => phoneNumberId)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index)
  return twice < 0 ? accounts : yield* refuse(`${filename}: [${twice}].phoneNumberId: an account before has it too`)
})

const refuse = (why: string) => Effect.fail(new StartRefused({ message: `${variables.whatsAppAccounts.name}: ${why}` }))
