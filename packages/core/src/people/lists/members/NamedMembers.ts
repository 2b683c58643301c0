import { Data, Effect } from "effect"
import type { ContactStore } from "../../contacts/ContactStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import type { Transaction } from "../../../shared/Transaction.ts"

/** The current uuid of each contact, by the uuid in the request. */
export type ContactNames = ReadonlyMap<ContactUuid, ContactUuid>

/** The result of a membership change, and the contacts that were not found. */
interface MemberChange<A> {
  readonly value: A
  readonly missed: ReadonlyArray<ContactUuid>
}

/**
 * Changes the members of a list in a transaction. If contacts are not found because they were merged, rolls back and
 * repeats the change with their survivors, so that all contacts are locked at once, in order.
 */
export const changeMembers = <A, E, R>(
  {
    survivors,
    transaction
  }: Pick<ContactStore["Service"], "survivors"> & {
    readonly transaction: Transaction["Service"]
  },
  workspace: WorkspaceUuid,
  uuids: ReadonlyArray<ContactUuid>,
  change: (contacts: ReadonlyArray<ContactUuid>, names: ContactNames) => Effect.Effect<MemberChange<A>, E, R>
): Effect.Effect<A, E | StorageError, R> => {
  const changeUnder = (names: ContactNames): Effect.Effect<A, E | StorageError, R> => {
    const step = Effect.gen(function* () {
      const { missed, value } = yield* change([...new Set(names.values())], names)
      const known = missed.length === 0 ? [] : yield* survivors(workspace, missed)
      const merged = new Map(known.flatMap(({ survivor, uuid }) => (survivor === uuid ? [] : [[uuid, survivor]])))
      if (merged.size > 0) return yield* Effect.fail(new MembersMerged({ merged }))
      return value
    })
    return transaction
      .run(step)
      .pipe(
        Effect.catch((error) =>
          error instanceof MembersMerged ? changeUnder(error.rename(names)) : Effect.fail(error)
        )
      )
  }
  return changeUnder(new Map(uuids.map((uuid) => [uuid, uuid])))
}

/** Ends a transaction because contacts were merged. `merged` has their survivors. */
class MembersMerged extends Data.TaggedError("MembersMerged")<{ readonly merged: ContactNames }> {
  rename(names: ContactNames): ContactNames {
    return new Map(Array.from(names, ([given, uuid]) => [given, this.merged.get(uuid) ?? uuid]))
  }
}
