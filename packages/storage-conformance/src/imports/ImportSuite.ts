import {
  ContactImports,
  ContactLists,
  Contacts,
  CustomFields,
  type CustomFieldStore,
  type Storage
} from "@rollcall/core"
import { Layer } from "effect"
import type { Check } from "../kernel/Check.ts"
import { register } from "../kernel/Register.ts"
import { agreementChecks, type AgreementNeeds } from "./AgreementChecks.ts"
import { crashChecks } from "./CrashChecks.ts"
import { listRuleChecks } from "./ListRuleChecks.ts"
import { mergeRuleChecks } from "./MergeRuleChecks.ts"
import { progressChecks } from "./ProgressChecks.ts"
import { importRaceChecks } from "./RaceChecks.ts"
import { valueRuleChecks } from "./ValueRuleChecks.ts"
import { type WorkerCheckNeeds, workerChecks } from "./WorkerChecks.ts"
import { writerRaceChecks } from "./WriterRaceChecks.ts"

type Needs = AgreementNeeds | CustomFields | CustomFieldStore

/** What becomes of imported rows (I1-I5), whoever works on them. */
export const importRuleChecks: ReadonlyArray<Check<Needs>> = [
  ...progressChecks,
  ...mergeRuleChecks,
  ...valueRuleChecks,
  ...listRuleChecks,
  ...agreementChecks
]

/** And while others work on the same imports and contacts, and workers die (I1, I6). */
export const importChecks: ReadonlyArray<Check<Needs | WorkerCheckNeeds>> = [
  // First, while nothing is left to do from other checks.
  ...workerChecks,
  ...importRuleChecks,
  ...crashChecks,
  ...importRaceChecks,
  ...writerRaceChecks
]

/** What imports are tried with, over the ports. */
export const importServices = Layer.mergeAll(
  ContactImports.layer,
  Contacts.layer,
  ContactLists.layer,
  CustomFields.layer
)

export const importSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: imports`, Layer.provideMerge(importServices, layer), importChecks)
