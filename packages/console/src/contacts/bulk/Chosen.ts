/** The selected contacts: some, by uuid, or all that the search finds, including contacts that are not loaded. */
export type Chosen = { readonly all: true } | { readonly all: false; readonly uuids: ReadonlySet<string> }

export const noneChosen: Chosen = { all: false, uuids: new Set() }

export const isChosen = (chosen: Chosen, uuid: string): boolean => chosen.all || chosen.uuids.has(uuid)

export const countChosen = (chosen: Chosen, total: number): number => (chosen.all ? total : chosen.uuids.size)

/** Adds or removes a contact. If all contacts are selected, starts a new selection with this contact. */
export const toggled = (chosen: Chosen, uuid: string): Chosen => {
  if (chosen.all) return { all: false, uuids: new Set([uuid]) }
  const uuids = new Set(chosen.uuids)
  if (!uuids.delete(uuid)) uuids.add(uuid)
  return { all: false, uuids }
}
