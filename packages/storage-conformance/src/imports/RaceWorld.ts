import { type Contact, Contacts, newestFirst, type WorkspaceUuid } from "@rollcall/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { everything } from "./Fixture.ts"

/** Everybody at the same time. */
export const atOnce = { concurrency: "unbounded" } as const

/** In real time: those who lose a race wait a little before they begin again. */
export const together = TestClock.withLive

/** The contacts of a workspace. */
export const everyone = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const contacts = yield* Contacts
  return (yield* contacts.list(workspace, newestFirst, everything)).items
})

/** Their e-mail addresses, in order. */
export const named = (contacts: ReadonlyArray<Contact>) =>
  contacts.map(({ email }) => `${email?.toLowerCase()}`).toSorted()

/** The nth person's address. */
export const emailOf = (n: number) => `ada${n}@example.org`
