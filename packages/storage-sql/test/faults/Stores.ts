import type { Storage } from "@rollcall/core"
import { SearchCorpus } from "@rollcall/storage-conformance"
import { Context, Effect, Layer, type Scope } from "effect"
import { Statement } from "effect/sql"
import type { Compiled, Fault } from "./Fault.ts"

type Stored = Layer.Layer<Storage, unknown>

/** How an adapter gives stores to these tests. */
export interface Stores {
  /** An empty store, a new one each time that the layer is built. */
  readonly empty: Stored
  /** Makes a store, writes to it once, and gives what was written with a layer that is a copy each time it is built. */
  readonly copies: <A>(
    write: Effect.Effect<A, unknown, Storage>
  ) => Effect.Effect<{ readonly written: A; readonly copy: Stored }, unknown, Scope.Scope>
}

/** What a suite starts from, and the statements by which that came to be. */
interface Prepared<R> {
  readonly store: Layer.Layer<R, unknown>
  readonly statements: ReadonlyArray<Compiled>
}

const prepare = Effect.fnUntraced(function* <A>(stores: Stores, write: Effect.Effect<A, unknown, Storage>) {
  const statements: Array<Compiled> = []
  const recorder: Statement.Transformer = (statement) =>
    Effect.sync(() => {
      statements.push(statement.compile())
      return statement
    })
  const { copy, written } = yield* Effect.provideService(stores.copies(write), Statement.CurrentTransformer, recorder)
  return { written, copy, statements }
})

/**
 * Stores that are made once and copied for each fault: an empty one, and one with the corpus of searches. To make them
 * takes longer than most faults are hidden.
 */
export class PreparedStores extends Context.Service<
  PreparedStores,
  { readonly empty: Prepared<Storage>; readonly withCorpus: Prepared<Storage | SearchCorpus> }
>()("@rollcall/storage-sql/test/faults/PreparedStores") {
  static readonly layer = (stores: Stores): Layer.Layer<PreparedStores, unknown> =>
    Layer.effect(
      PreparedStores,
      Effect.gen(function* () {
        const empty = yield* prepare(stores, Effect.void)
        const searched = yield* prepare(stores, corpus)
        return {
          empty: { store: empty.copy, statements: empty.statements },
          withCorpus: {
            store: Layer.merge(Layer.succeed(SearchCorpus, searched.written), searched.copy),
            statements: searched.statements
          }
        }
      })
    )
}

const corpus = Effect.scoped(Effect.map(Layer.build(SearchCorpus.layer), Context.get(SearchCorpus)))

/** Whether a fault changes one of these statements. What they made is not what they would have made under it. */
export const isAbout = ({ plant }: Fault, statements: ReadonlyArray<Compiled>): boolean =>
  statements.some((statement) => isChanged(statement, plant(statement)))

/** Whether a fault has changed a statement. */
export const isChanged = (before: Compiled, [text, parameters]: Compiled): boolean =>
  text !== before[0] || parameters !== before[1]
