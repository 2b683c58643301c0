import { ContactsErrors, erasedHeader } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
import type { OptOutScope } from "@rollcall/core/people"
import { Array as Arr, Effect, Option, Schema } from "effect"
import { NotDone } from "../CommandRefused.ts"
import { agreed } from "../screen/Agreement.ts"
import { print, type Printed } from "../screen/Output.ts"
import { count, countOf } from "../screen/Text.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { type ApiError, Refused } from "../targets/ApiError.ts"
import { inTarget, withTarget } from "../targets/InTarget.ts"
import { untilOver } from "../targets/JobProgress.ts"
import { type ApiClient, call, read } from "../targets/Target.ts"
import { type Sought, unorderedSearchOf } from "./search/SearchInput.ts"

interface Changed extends Printed {
  readonly uuids: ReadonlyArray<ContactUuid>
}

/** Archives contacts. Idempotent. */
export const archiveContacts = (input: Changed, flags: AddressFlags) =>
  changeEach(input, flags, "archived", ({ contacts }, params) => contacts.archive({ params }))

/** Restores archived contacts. Idempotent. */
export const unarchiveContacts = (input: Changed, flags: AddressFlags) =>
  changeEach(input, flags, "restored", ({ contacts }, params) => contacts.unarchive({ params }))

/** Opts contacts out of broadcasts. Idempotent. */
export const optContactsOut = (input: Changed & { readonly scope: OptOutScope }, flags: AddressFlags) =>
  changeEach(input, flags, "opted out", ({ optOuts }, params) =>
    optOuts.optOut({ params, query: { scope: input.scope } })
  )

/** Removes the opt-outs of contacts. Idempotent. */
export const optContactsIn = (input: Changed, flags: AddressFlags) =>
  changeEach(input, flags, "opted in", ({ optOuts }, params) => optOuts.optIn({ params }))

/**
 * Erases contacts permanently. Asks for confirmation at the terminal, unless `yes` is given. With `proof`, prints how much
 * was removed for each contact.
 */
export const eraseContacts = Effect.fn("ChangeContacts.erase")(function* (
  input: Changed & { readonly proof: boolean; readonly yes: boolean },
  flags: AddressFlags
) {
  const amount = Arr.dedupe(input.uuids).length
  yield* agreed({
    yes: input.yes,
    question: `Erase ${amount === 1 ? "this contact" : `these ${amount} contacts`} for good?`,
    refused: "erasing cannot be undone: give --yes to erase without a terminal",
    otherwise: "nothing was erased"
  })
  yield* changeEach(input, flags, "erased", ({ contacts }, params) =>
    Effect.map(
      contacts.erase({ params, responseMode: "decoded-and-response" }),
      ([, { headers }]) => headers[erasedHeader] ?? "the outcome is unknown"
    )
  )
})

const isNotFound = Schema.is(ContactsErrors.NotFound)

/** Whether an error is about the contact. It then has issues; errors without issues are about the token or the target. */
const isOfContact = (error: ApiError): error is Refused => error instanceof Refused && error.issues.length > 0

/**
 * Changes contacts one by one, and prints each. A contact that doesn't exist or can't be changed doesn't stop the command,
 * but the command lists such contacts at the end and fails.
 */
const changeEach = <A, E>(
  input: Changed & { readonly proof?: boolean },
  flags: AddressFlags,
  outcome: string,
  change: Change<A, E>
) => withTarget(flags, changed(input, outcome, change))

type Change<A, E> = (client: ApiClient, params: { readonly contact_uuid: ContactUuid }) => Effect.Effect<A, E>

const changed = Effect.fn("ChangeContacts.each")(function* <A, E>(
  { json, proof = false, uuids }: Changed & { readonly proof?: boolean },
  outcome: string,
  change: Change<A, E>
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

type FoundChange = { readonly action: "opt_out"; readonly scope: "all" | "marketing" } | { readonly action: "opt_in" }

const outcomes = { opt_out: "opted out", opt_in: "opted in" } as const

/**
 * Opts the matching contacts of a search out or in, and waits until it is done. On a server, its workers do it. On a
 * database, workers of this process do it.
 */
export const optFound = Effect.fn("ChangeContacts.optFound")(function* (
  { change, json, sought }: Printed & { readonly sought: Sought; readonly change: FoundChange },
  flags: AddressFlags
) {
  const job = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const search = yield* unorderedSearchOf(sought)
      const accepted = yield* call((client) => client.optOuts.startJob({ payload: { ...change, search } }))
      const params = { job_uuid: accepted.uuid }
      return yield* untilOver(
        accepted,
        read((client) => client.optOuts.job({ params }))
      )
    }),
    { jobs: true }
  )
  const { changed, processed, reason, refused, total, unchanged, uuid } = job
  yield* print(json, { uuid, changed, unchanged, refused, processed, total, reason }, () => {
    const what = `${countOf(changed, "contact")} ${outcomes[change.action]}`
    const without = refused === 0 ? "" : `; ${count(refused)} without a number`
    return `${what}; ${count(unchanged)} were already ${outcomes[change.action]}${without}.`
  })
  if (reason !== null) {
    return yield* new NotDone({ message: `not all contacts were ${outcomes[change.action]}: ${reason}` })
  }
})
