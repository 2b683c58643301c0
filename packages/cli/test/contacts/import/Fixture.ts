import { ContactImportUuid, type ImportRequest, noRows } from "@rollcall/core"
import { Effect, Fiber, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { ImportPlan } from "../../../src/contacts/import/HandOver.ts"
import { type ImportOutcome, ImportTarget } from "../../../src/contacts/import/ImportTarget.ts"
import { sentRow } from "../../../src/contacts/reading/RowBody.ts"
import type { SourceRow } from "../../../src/contacts/reading/SourceRow.ts"

/** A row with this e-mail address; without one it is a row that cannot be sent. */
export const row = (number: number, email: string | null = `${number}@x.org`, more: { phoneNumber?: string } = {}) =>
  ({
    number,
    end: 10 * number,
    original: { _tag: "Line", text: `{"email":${JSON.stringify(email)}}` },
    reading: email === null ? Result.fail("it is broken") : sentRow({ email, ...more }, {})
  }) satisfies SourceRow

/** So many rows, each about somebody else. */
export const rows = (count: number) => Stream.map(Stream.range(1, count), (number) => row(number))

export const plan: ImportPlan = { matchOnField: "email", mergeType: "create_or_update", contactListUuid: null }

/** The e-mail addresses of a request. */
export const emailsOf = ({ contacts }: ImportRequest) => contacts.map(({ fields }) => fields.email ?? null)

/** What became of rows that each made a contact. */
export const allCreated = (created: number): ImportOutcome => ({ counts: { ...noRows, created }, failed: [] })

/** The name of the n-th import, from 0. */
export const importUuid = (n: number) =>
  ContactImportUuid.make(`0197a000-0000-7000-8000-${String(n).padStart(12, "0")}`)

/** A target that does as it is told, and has every request that arrived. */
export const scripted = (
  script: {
    /** What becomes of a request; it arrives where this does not say. */
    readonly send?: (request: ImportRequest, tries: number) => ReturnType<ImportTarget["Service"]["send"]> | undefined
    readonly outcome?: (n: number, request: ImportRequest) => Effect.Effect<ImportOutcome>
  } = {}
) => {
  const arrived: Array<ImportRequest> = []
  const sent: Array<ImportRequest> = []
  const arrive = (request: ImportRequest) => Effect.sync(() => importUuid(arrived.push(request) - 1))
  const target = ImportTarget.of({
    afterwards: "The target goes on.",
    definitions: Effect.succeed([]),
    send: (request) =>
      Effect.suspend(() => {
        const tries = sent.push(request)
        return script.send?.(request, tries) ?? arrive(request)
      }),
    outcome: (uuid) =>
      Effect.suspend(() => {
        const n = Number(uuid.slice(-12))
        const request = arrived[n]
        if (request === undefined) return Effect.die(new Error("nobody knows this import"))
        return script.outcome?.(n, request) ?? Effect.succeed(allCreated(request.contacts.length))
      })
  })
  return { target, arrived, sent, arrive }
}

/** Lets virtual time pass, second by second, while others work in between. */
export const pass = (seconds: number) =>
  Effect.repeat(Effect.andThen(TestClock.adjust("1 second"), letWork), { times: seconds - 1 })

const letWork = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** Runs something while virtual time passes, as much as it takes up to an hour. */
export const inTime = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(effect)
  for (let seconds = 0; fiber.pollUnsafe() === undefined && seconds < 3_600; seconds++) yield* pass(1)
  return yield* Fiber.join(fiber)
})
