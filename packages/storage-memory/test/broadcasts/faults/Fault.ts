import type { BroadcastRef, BroadcastStore, ContactStore } from "@rollcall/core"

export type Store = BroadcastStore["Service"]

/** What a store of broadcasts with a fault does otherwise than one without. */
export type Fault = (store: Store, contacts: ContactStore["Service"]) => Partial<Store>

export type Faults = Readonly<Record<string, Fault>>

/** More than there ever is. */
export const all = 100_000

/** The key of a broadcast. */
export const keyOf = ({ broadcast, workspace }: BroadcastRef): string => `${workspace} ${broadcast}`
