import { type CheckedRow, type RequestOutcome, sentRow } from "@rollcall/contact-files"
import { ContactImportUuid } from "@rollcall/core"
import { noRows } from "@rollcall/core/people"
import { Effect, Fiber, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { ImportClient, type ImportPlan, type ImportRequest } from "../../../src/contacts/import/ImportClient.ts"

/** A row with this e-mail address; without one it is a row that cannot be sent. */
export const row = (number: number, email: string | null = `${number}@x.org`, more: { phone_number?: string } = {}) =>
  ({
    number,
    end: 10 * number,
    original: { _tag: "Line", text: `{"email":${JSON.stringify(email)}}` },
    reading: Result.mapError(
      email === null ? Result.fail("it is broken") : sentRow({ fields: { email, ...more }, customFields: {} }),
      (error) => ({
        reason: "unreadable_row",
        error
      })
    ),
    warnings: []
  }) satisfies CheckedRow

/** So many rows, each about another contact. */
export const rows = (count: number) => Stream.map(Stream.range(1, count), (number) => row(number))

export const plan: ImportPlan = {
  match_on_field: "email",
  merge_type: "create_or_update",
  contact_list_uuid: null
}

/** The e-mail addresses of a request. */
export const emailsOf = ({ contacts }: ImportRequest) => contacts.map(({ email }) => email ?? null)

/** The outcome of rows that each created a contact. */
export const allCreated = (created: number): RequestOutcome => ({
  counts: { ...noRows, created },
  failed: [],
  contacts: Array.from({ length: created }, (_, at) => `contact ${at}`)
})

/** The name of the n-th import, from 0. */
export const importUuid = (n: number) =>
  ContactImportUuid.make(`0197a000-0000-7000-8000-${String(n).padStart(12, "0")}`)

/** A client that follows a script, and keeps every request that arrived. */
export const scripted = (
  script: {
    /** The end of a request; it arrives where this is undefined. */
    readonly send?: (request: ImportRequest, tries: number) => ReturnType<ImportClient["Service"]["send"]> | undefined
    readonly outcome?: (n: number, request: ImportRequest) => Effect.Effect<RequestOutcome>
  } = {}
) => {
  const arrived: Array<ImportRequest> = []
  const sent: Array<ImportRequest> = []
  const arrive = (request: ImportRequest) => Effect.sync(() => importUuid(arrived.push(request) - 1))
  const client = ImportClient.of({
    send: (request) =>
      Effect.suspend(() => {
        const tries = sent.push(request)
        return script.send?.(request, tries) ?? arrive(request)
      }),
    outcome: (uuid) =>
      Effect.suspend(() => {
        const n = Number(uuid.slice(-12))
        const request = arrived[n]
        if (request === undefined) return Effect.die(new Error("no such import"))
        return script.outcome?.(n, request) ?? Effect.succeed(allCreated(request.contacts.length))
      })
  })
  return { client, arrived, sent, arrive }
}

/** Lets virtual time pass, second by second, while other fibers work in between. */
export const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(TestClock.adjust("1 second"), letWork), { times: seconds - 1 })

const letWork = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** Runs something while virtual time passes, as much as it takes up to an hour. */
export const inTime = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(effect)
  for (let seconds = 0; fiber.pollUnsafe() === undefined && seconds < 3_600; seconds++) yield* pass(1)
  return yield* Fiber.join(fiber)
})
