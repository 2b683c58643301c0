import type { StorageError, WorkspaceUuid } from "@rollcall/core"
import { SendError } from "@rollcall/core/channel"
import { Effect, Option, Schema } from "effect"
import type { GraphApi } from "../graph/GraphApi.ts"
import type { WhatsAppSettings } from "../WhatsAppSettings.ts"
import { type Remembered, remember } from "./Remembered.ts"
import type { WhatsAppAccount } from "../graph/WhatsAppAccount.ts"
import { accountsOf, type WhatsAppAccounts } from "./WhatsAppAccounts.ts"

const PhoneNumber = Schema.Struct({ display_phone_number: Schema.String })
const decodePhoneNumber = Schema.decodeUnknownOption(PhoneNumber)

/** Returns the digits of a formatted phone number. */
export const digitsOf = (number: string): string => number.replace(/\D/g, "")

/** Finds the senders of workspaces by the phone numbers that the API reports for their accounts. */
export interface Senders {
  /** Returns the workspace's account for a sender number, given as digits; none if no account has the number. */
  readonly find: (
    workspace: WorkspaceUuid,
    from: string
  ) => Effect.Effect<Option.Option<WhatsAppAccount>, SendError | StorageError>
  /** Returns the workspace's sender numbers as digits. Skips accounts whose number can't be read. */
  readonly list: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<string>, StorageError>
}

export const makeSenders = (
  api: GraphApi,
  accounts: WhatsAppAccounts["Service"],
  { refreshEvery }: WhatsAppSettings
): Senders => {
  const numbers = new Map<string, Remembered<string, SendError>>()

  const numberOf = (account: WhatsAppAccount) => {
    const { phoneNumberId } = account
    const found = numbers.get(phoneNumberId) ?? remember<string, SendError>("the number of a sender", refreshEvery)
    numbers.set(phoneNumberId, found)
    return found.get(readNumber(api, account))
  }

  const find: Senders["find"] = Effect.fnUntraced(function* (workspace, from) {
    let failure: SendError | undefined
    for (const account of yield* accountsOf(accounts, workspace)) {
      const number = yield* Effect.result(numberOf(account))
      if (number._tag === "Success" && number.success === from) return Option.some(account)
      if (number._tag === "Failure") failure = number.failure
    }
    return failure === undefined ? Option.none() : yield* failure
  })

  const list: Senders["list"] = Effect.fnUntraced(function* (workspace) {
    const known = yield* Effect.forEach(yield* accountsOf(accounts, workspace), (one) => Effect.option(numberOf(one)))
    return Array.from(new Set(known.flatMap(Option.toArray)))
  })

  return { find, list }
}

const readNumber = Effect.fnUntraced(function* (api: GraphApi, account: WhatsAppAccount) {
  const answer = yield* api.get(account, account.phoneNumberId, { fields: "display_phone_number" })
  const number = decodePhoneNumber(answer)
  return Option.isSome(number)
    ? digitsOf(number.value.display_phone_number)
    : yield* new SendError({ reason: "Transient", detail: "the API did not return the number of the sender" })
})
