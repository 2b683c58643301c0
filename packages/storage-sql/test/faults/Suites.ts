import { Contacts, type Storage } from "@rollcall/core"
import {
  broadcastStoreChecks,
  type Check,
  contactEffectStories,
  idempotencyChecks,
  ledgerChecks,
  pagingChecks,
  type SearchCorpus,
  searchChecks,
  suites,
  withServices
} from "@rollcall/storage-conformance"
import { Effect, Layer } from "effect"

type Stored = Layer.Layer<Storage, unknown>
type Searched = Layer.Layer<Storage | SearchCorpus, unknown>

const run = <R>(checks: ReadonlyArray<Check<R>>, layer: Layer.Layer<R, unknown>) =>
  Effect.provide(
    Effect.forEach(checks, (check) => check.run, { discard: true }),
    layer
  )

/** Checks of generated searches have custom values among what they search; those that are written by hand come first. */
const generated = searchChecks.filter(({ title }) => title.includes("generated"))
const byHand = searchChecks.filter((check) => !generated.includes(check))

/** The published suites that faults are looked for with over a store that holds the corpus of searches. */
export const suitesOverCorpus = {
  pages: (searched: Searched) => run(pagingChecks, searched),
  search: (searched: Searched) => run([...byHand, ...generated], searched),
  values: (searched: Searched) => run(generated, searched)
}

const over = (checks: ReadonlyArray<Check>) => (stored: Stored) => run(checks, withServices(stored))

/** Those over an empty store. */
export const suitesOverNothing = {
  "addressed contacts": (stored: Stored) =>
    run<Storage | Contacts>(contactEffectStories, Layer.provideMerge(Contacts.layer, stored)),
  "access tokens": over(suites["access tokens"]),
  broadcasts: (stored: Stored) => run(broadcastStoreChecks, stored),
  contacts: over(suites.contacts),
  erase: over(suites["erased contacts"]),
  identifiers: over(suites.identifiers),
  "idempotency keys": (stored: Stored) => run(idempotencyChecks, stored),
  ledger: (stored: Stored) => run(ledgerChecks, stored),
  lists: over(suites["contact lists"]),
  notes: over(suites.notes),
  templates: over(suites.templates),
  transactions: over(suites.transactions),
  workspaces: over(suites.workspaces)
}

export type Suite = keyof typeof suitesOverCorpus | keyof typeof suitesOverNothing
