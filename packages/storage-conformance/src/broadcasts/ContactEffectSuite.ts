import { Contacts, type Storage } from "@rollcall/core"
import { Layer } from "effect"
import { register } from "../kernel/Register.ts"
import { contactEffectChecks } from "./ContactEffectChecks.ts"
import { contactEffectRaces } from "./ContactEffectRaces.ts"
import { contactEffectSearches } from "./ContactEffectSearches.ts"

/** What is promised of contacts that broadcasts address (C5, C6), also while others work on them. */
export const contactEffectStories = [...contactEffectChecks, ...contactEffectSearches, ...contactEffectRaces]

export const contactEffectSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: addressed contacts`, Layer.provideMerge(Contacts.layer, layer), contactEffectStories)
