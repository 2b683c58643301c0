import { ContactLists, type Storage } from "@rollcall/core"
import { Layer } from "effect"
import { register } from "../kernel/Register.ts"
import { listChecks } from "./ListChecks.ts"
import { memberChecks } from "./MemberChecks.ts"
import { raceChecks } from "./RaceChecks.ts"

/** What lists and who is on them promise (L1-L3, C4), also while many change them at once. */
export const contactListChecks = [...listChecks, ...memberChecks, ...raceChecks]

export const contactListSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: contact lists`, Layer.provideMerge(ContactLists.layer, layer), contactListChecks)
