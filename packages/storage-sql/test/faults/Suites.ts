import { ContactLists, Contacts, CustomFields, type Storage, Templates } from "@rollcall/core"
import {
  accessTokenChecks,
  broadcastStoreChecks,
  type Check,
  contactEffectStories,
  contactListChecks,
  contactStoreChecks,
  erasureChecks,
  idempotencyChecks,
  identifierChecks,
  isolationChecks,
  ledgerChecks,
  noteChecks,
  pagingChecks,
  type SearchCorpus,
  searchChecks,
  templateStoreChecks,
  transactionChecks
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
  search: (searched: Searched) => run(byHand, searched),
  values: (searched: Searched) => run(generated, searched)
}

/** Those over an empty store. */
export const suitesOverNothing = {
  "addressed contacts": (stored: Stored) =>
    run<Storage | Contacts>(contactEffectStories, Layer.provideMerge(Contacts.layer, stored)),
  "access tokens": (stored: Stored) => run(accessTokenChecks, stored),
  broadcasts: (stored: Stored) => run(broadcastStoreChecks, stored),
  contacts: (stored: Stored) => run(contactStoreChecks, stored),
  erase: (stored: Stored) =>
    run<Storage | Contacts | CustomFields>(
      erasureChecks,
      Layer.provideMerge(Layer.mergeAll(Contacts.layer, CustomFields.layer), stored)
    ),
  identifiers: (stored: Stored) => run(identifierChecks, stored),
  "idempotency keys": (stored: Stored) => run(idempotencyChecks, stored),
  ledger: (stored: Stored) => run(ledgerChecks, stored),
  lists: (stored: Stored) => run(contactListChecks, Layer.provideMerge(ContactLists.layer, stored)),
  notes: (stored: Stored) => run(noteChecks, stored),
  templates: (stored: Stored) =>
    run<Storage | Templates>(templateStoreChecks, Layer.provideMerge(Templates.layer, stored)),
  transactions: (stored: Stored) => run(transactionChecks, stored),
  workspaces: (stored: Stored) => run(isolationChecks, stored)
}

export type Suite = keyof typeof suitesOverCorpus | keyof typeof suitesOverNothing
