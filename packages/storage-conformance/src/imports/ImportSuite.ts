import { ContactImports, ContactLists, Contacts, type Storage } from "@rollcall/core"
import { Layer } from "effect"
import type { Check } from "../kernel/Check.ts"
import { register } from "../kernel/Register.ts"
import { agreementChecks, type AgreementNeeds } from "./AgreementChecks.ts"
import { importRaceChecks } from "./RaceChecks.ts"
import { writerRaceChecks } from "./WriterRaceChecks.ts"

/** What becomes of imported rows in batches, also while others work on the same imports and contacts (I1-I6). */
export const importChecks: ReadonlyArray<Check<AgreementNeeds>> = [
  ...agreementChecks,
  ...importRaceChecks,
  ...writerRaceChecks
]

/** What imports are tried with, over the ports. */
export const importServices = Layer.mergeAll(ContactImports.layer, Contacts.layer, ContactLists.layer)

export const importSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: imports`, Layer.provideMerge(importServices, layer), importChecks)
