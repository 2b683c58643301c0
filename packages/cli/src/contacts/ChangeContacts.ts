import { ContactsErrors, erasedHeader } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
import type { OptOutScope } from "@rollcall/core/people"
import { Array as Arr, Effect, Option, Schema } from "effect"
import { Prompt } from "effect/cli"
import { isatty } from "node:tty"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { type ApiError, Refused } from "../targets/ApiError.ts"
import { layerTarget } from "../targets/CommandTarget.ts"
import { type ApiClient, call, refuse, type Target } from "../targets/Target.ts"

type Uuids = ReadonlyArray<ContactUuid>

/** Archives contacts. May be repeated. */
export const archiveContacts = (uuids: Uuids, json: boolean, flags: AddressFlags) =>
  inTarget(
    flags,
    changeEach(uuids, { json, outcome: "archived" }, ({ contacts }, params) => contacts.archive({ params }))
  )

/** Restores archived contacts. May be repeated. */
export const unarchiveContacts = (uuids: Uuids, json: boolean, flags: AddressFlags) =>
  inTarget(
    flags,
    changeEach(uuids, { json, outcome: "restored" }, ({ contacts }, params) => contacts.unarchive({ params }))
  )

/** Opts contacts out of broadcasts. May be repeated. */
export const optContactsOut = (
  uuids: Uuids,
  { json, scope }: { readonly json: boolean; readonly scope: OptOutScope },
  flags: AddressFlags
) =>
  inTarget(
    flags,
    changeEach(uuids, { json, outcome: "opted out" }, ({ optOuts }, params) =>
      optOuts.optOut({ params, query: { scope } })
    )
  )

/** Takes the opt-outs of contacts back. May be repeated. */
export const optContactsIn = (uuids: Uuids, json: boolean, flags: AddressFlags) =>
  inTarget(
    flags,
    changeEach(uuids, { json, outcome: "opted in" }, ({ optOuts }, params) => optOuts.optIn({ params }))
  )

/**
 * Erases contacts for good, once somebody at the terminal agrees, or without asking. With `proof` it prints what was
 * removed of each, in numbers.
 */
export const eraseContacts = Effect.fn("ChangeContacts.erase")(function* (
  uuids: Uuids,
  { json, proof, yes }: { readonly json: boolean; readonly proof: boolean; readonly yes: boolean },
  flags: AddressFlags
) {
  if (!yes) yield* agreement(Arr.dedupe(uuids).length)
  yield* inTarget(
    flags,
    changeEach(uuids, { json, outcome: "erased", proof }, ({ contacts }, params) =>
      Effect.map(
        contacts.erase({ params, responseMode: "decoded-and-response" }),
        ([, { headers }]) => headers[erasedHeader] ?? "nothing is known of it"
      )
    )
  )
})

/** Asks whether to erase so many contacts. Fails unless the answer is yes. */
const agreement = Effect.fnUntraced(function* (amount: number) {
  if (!isatty(0) || !isatty(1)) {
    return yield* new CommandRefused({ message: "erasing cannot be undone: without a terminal it needs --yes" })
  }
  const what = amount === 1 ? "this contact" : `these ${amount} contacts`
  const isAgreed = yield* Effect.catchTag(
    Prompt.run(Prompt.Confirm({ message: `Erase ${what} for good?` })),
    "QuitError",
    () => Effect.succeed(false)
  )
  if (!isAgreed) return yield* new NotDone({ message: "nothing was erased" })
})

const isNotFound = Schema.is(ContactsErrors.NotFound)

/** Whether a refusal has an issue, and so is about the contact: one without is about the token or the target. */
const isOfContact = (error: ApiError): error is Refused => error instanceof Refused && error.issues.length > 0

/**
 * Changes one contact after the other, and prints each. Fails at the end with those that the workspace does not have, and with
 * those that could not be changed: they keep no other from being changed, as those behind them in a list of opt-outs.
 */
const changeEach = Effect.fn("ChangeContacts.each")(function* <A, E>(
  uuids: Uuids,
  { json, outcome, proof = false }: { readonly json: boolean; readonly outcome: string; readonly proof?: boolean },
  change: (client: ApiClient, params: { readonly contact_uuid: ContactUuid }) => Effect.Effect<A, E>
) {
  const missing: Array<ContactUuid> = []
  const refused: Array<string> = []
  for (const uuid of Arr.dedupe(uuids)) {
    const changed = yield* call((client) =>
      change(client, { contact_uuid: uuid }).pipe(
        Effect.asSome,
        Effect.catchIf(isNotFound, () => Effect.succeedNone)
      )
    ).pipe(Effect.catchIf(isOfContact, Effect.succeed))
    if (changed instanceof Refused) refused.push(`contact ${uuid} is not ${outcome}: ${changed.message}`)
    else if (Option.isNone(changed)) missing.push(uuid)
    else if (proof) {
      const removed = String(changed.value)
      yield* print(json, { uuid, outcome, removed }, () => `Contact ${uuid} is ${outcome}: ${removed}.`)
    } else yield* print(json, { uuid, outcome }, () => `Contact ${uuid} is ${outcome}.`)
  }
  const left = [...(missing.length === 0 ? [] : [`this workspace has no contact ${missing.join(", ")}`]), ...refused]
  if (left.length > 0) return yield* new NotDone({ message: left.join("\n") })
})

const inTarget = (flags: AddressFlags, effect: Effect.Effect<void, ApiError | NotDone, Target>) =>
  effect.pipe(Effect.catchTag(["Refused", "Unreached", "OutcomeUnknown"], refuse), Effect.provide(layerTarget(flags)))
