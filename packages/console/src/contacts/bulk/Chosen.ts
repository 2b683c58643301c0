/** Which contacts are chosen: some, by their uuids, or all that the search finds, those too that are not loaded. */
export type Chosen = { readonly all: true } | { readonly all: false; readonly uuids: ReadonlySet<string> }

export const noneChosen: Chosen = { all: false, uuids: new Set() }

export const isChosen = (chosen: Chosen, uuid: string): boolean => chosen.all || chosen.uuids.has(uuid)

export const countChosen = (chosen: Chosen, total: number): number => (chosen.all ? total : chosen.uuids.size)

/** One more, or one less. Of all that are found none can be taken out: another choice begins with the one. */
export const toggled = (chosen: Chosen, uuid: string): Chosen => {
  if (chosen.all) return { all: false, uuids: new Set([uuid]) }
  const uuids = new Set(chosen.uuids)
  if (!uuids.delete(uuid)) uuids.add(uuid)
  return { all: false, uuids }
}
