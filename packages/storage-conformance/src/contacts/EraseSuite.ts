import { Contacts, CustomFields, type Storage } from "@rollcall/core"
import { Layer } from "effect"
import { register } from "../kernel/Register.ts"
import { eraseChecks } from "./EraseChecks.ts"
import { eraseRecipientChecks } from "./EraseRecipientChecks.ts"

/** What is promised of contacts that are erased (C7), also while others work on them. */
export const erasureChecks = [...eraseChecks, ...eraseRecipientChecks]

export const eraseSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(
    `${name}: erased contacts`,
    Layer.provideMerge(Layer.mergeAll(Contacts.layer, CustomFields.layer), layer),
    erasureChecks
  )
