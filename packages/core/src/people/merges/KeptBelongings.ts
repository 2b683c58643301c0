import { type DateTime, Effect } from "effect"
import { Digest, sha256 } from "effect/crypto/Digest"
import type { Belongings, KeptBelongings, MergeChange, MergeState, WholeMergeState } from "./ContactMerge.ts"

type Parts = Pick<Belongings, "memberships" | "notes">

/** Returns a digest of items that doesn't depend on their order. */
const digestOf = Effect.fnUntraced(function* (items: ReadonlyArray<readonly [name: string, at: DateTime.Utc]>) {
  const lines = items.map(([name, at]) => `${name} ${at.epochMilliseconds}`).toSorted()
  const digest = yield* Digest
  return yield* digest.digestHex(sha256, new TextEncoder().encode(lines.join("\n")))
})

const digestsOf = ({ memberships, notes }: Parts) =>
  Effect.all({
    memberships: digestOf(memberships.map(({ addedAt, list }) => [list, addedAt])),
    notes: digestOf(notes.map(({ note, updatedAt }) => [note, updatedAt]))
  })

/**
 * Returns the survivor's belongings that a merge stores. `survivorHad` and `fromHad` are the belongings before the merge,
 * and `left` are the belongings after the merge.
 */
export const keptOf = Effect.fnUntraced(function* (survivorHad: Belongings, fromHad: Belongings, left: Belongings) {
  const survivorLists = new Set(survivorHad.memberships.map(({ list }) => list))
  const belongings: KeptBelongings = {
    sharedLists: fromHad.memberships.flatMap(({ list }) => (survivorLists.has(list) ? [list] : [])),
    formerAddresses: survivorHad.formerAddresses,
    left: yield* digestsOf(left)
  }
  return belongings
})

/**
 * Returns the state of a merge with all belongings of the survivor, derived from the current belongings (`has`), and the
 * kinds of belongings that have changed since the merge. The derived state is accurate only if nothing has changed.
 */
export const wholeState = Effect.fnUntraced(function* (state: MergeState, has: Belongings) {
  const { fromHad, survivorHad } = state
  const nothing: ReadonlyArray<MergeChange> = []
  if ("notes" in survivorHad) {
    const whole: WholeMergeState = { ...state, survivorHad }
    return { state: whole, changed: nothing }
  }
  const { formerAddresses, left, sharedLists } = survivorHad
  const now = yield* digestsOf(has)
  const gained = new Set(fromHad.memberships.flatMap(({ list }) => (sharedLists.includes(list) ? [] : [list])))
  const theirs = new Set(fromHad.notes.map(({ note }) => note))
  const whole: WholeMergeState = {
    ...state,
    survivorHad: {
      memberships: has.memberships.filter(({ list }) => !gained.has(list)),
      notes: has.notes.filter(({ note }) => !theirs.has(note)),
      formerAddresses
    }
  }
  const changed: ReadonlyArray<MergeChange> = [
    ...(now.memberships === left.memberships ? [] : (["contact_lists"] as const)),
    ...(now.notes === left.notes ? [] : (["notes"] as const))
  ]
  return { state: whole, changed }
})
