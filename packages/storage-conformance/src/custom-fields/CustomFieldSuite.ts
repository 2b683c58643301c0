import type { ContactListStore, Storage } from "@rollcall/core"
import { Layer } from "effect"
import type { Check } from "../kernel/Check.ts"
import { register } from "../kernel/Register.ts"
import { services } from "../model/ModelRun.ts"
import { archiveChecks } from "./ArchiveChecks.ts"
import { definitionChecks, type PortNeeds } from "./DefinitionChecks.ts"
import { fieldRaceChecks } from "./FieldRaceChecks.ts"
import { fieldRuleChecks } from "./FieldRuleChecks.ts"
import { holdChecks } from "./HoldChecks.ts"
import type { ServiceNeeds } from "./ServiceFixture.ts"
import { valueChecks } from "./ValueChecks.ts"

/** What custom fields promise (F1-F7): the port's definitions and values, and the rules over it, also in races. */
export const customFieldChecks: ReadonlyArray<Check<PortNeeds | ServiceNeeds | ContactListStore>> = [
  ...definitionChecks,
  ...archiveChecks,
  ...holdChecks,
  ...valueChecks,
  ...fieldRuleChecks,
  ...fieldRaceChecks
]

export const customFieldSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: custom fields`, Layer.provideMerge(services, layer), customFieldChecks)
