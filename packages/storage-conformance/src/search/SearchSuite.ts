import type { Storage } from "@rollcall/core"
import { Layer } from "effect"
import { register } from "../kernel/Register.ts"
import { generatedChecks } from "./GeneratedChecks.ts"
import { hostileChecks } from "./HostileChecks.ts"
import { lawChecks } from "./LawChecks.ts"
import { SearchCorpus } from "./SearchCorpus.ts"
import { valueHostileChecks } from "./ValueHostileChecks.ts"

/** What a search promises: the store finds exactly the contacts that the definition finds, in its order (S1-S11). */
export const searchChecks = [...lawChecks, ...hostileChecks, ...valueHostileChecks, ...generatedChecks]

export const searchSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: search`, Layer.provideMerge(SearchCorpus.layer, layer), searchChecks)
