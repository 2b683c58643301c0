import {
  ActorUuid,
  type ContactImport,
  ContactImports,
  isImportOver,
  layerImportWorker,
  type Storage
} from "@rollcall/core"
import { Context, Effect, Layer } from "effect"
import * as Arr from "effect/Array"
import { PersistedQueue } from "effect/persistence"
import { type CaseError, Disagreement } from "../cases/Case.ts"
import type { Load } from "../loads/Load.ts"
import { timedWork } from "../measure/TakeTurns.ts"
import type { Arena, Bare } from "../stores/Arena.ts"
import { agreeOnRows } from "./ImportAgreement.ts"
import { asRecord, asRow, type Imported, importedPeople, nextOf } from "./ImportedPeople.ts"
import type { ImportRival } from "./ImportRival.ts"
import { postgresImport } from "./PostgresImport.ts"
import { sqliteImport } from "./SqliteImport.ts"

/** Rows that are matched on e-mail, half of them with somebody who is there. */
export const importLoad: Load = {
  name: "import",
  unit: "rows",
  beside: "by hand",
  target: { share: 0.5 },
  sides: Effect.fnUntraced(function* (arena, size) {
    const people = importedPeople(arena.population)
    const requests = () => Arr.makeBy(size.imports, () => nextOf(people, size.rows))
    const library = yield* importer(arena)
    const byHand = arena.rival && importRival(arena.rival.bare, arena.population.workspace)
    if (arena.rival && byHand) yield* agreeOnRows(arena, byHand, nextOf(people, 100), library)
    return {
      library: Effect.suspend(() => library(requests())),
      rival: byHand && Effect.suspend(() => importByHand(arena, byHand, requests()))
    }
  })
}

const importRival = (bare: Bare, workspace: string): ImportRival =>
  bare.dialect === "sqlite" ? sqliteImport(bare.db, workspace) : postgresImport(bare.query, workspace)

/**
 * Everything is accepted before the workers begin, as in a server that comes back. They are this process's, with the
 * settings that a server has.
 */
const importer = Effect.fnUntraced(function* ({ library, population: { workspace } }: Arena) {
  const storage: Layer.Layer<Storage> = Layer.succeedContext(library)
  const services = yield* Layer.build(Layer.provide(ContactImports.layer, storage))
  const imports = Context.get(services, ContactImports)
  const worker = layerImportWorker.pipe(Layer.provide(PersistedQueue.layer), Layer.provide(storage))
  const caller = { workspace, actor: ActorUuid.make(workspace) }
  const finished = Effect.fnUntraced(function* ({ uuid }: ContactImport) {
    for (;;) {
      const found = yield* imports.get(workspace, uuid)
      if (isImportOver(found)) return found
      yield* Effect.sleep("10 millis")
    }
  })
  return Effect.fnUntraced(function* (requests: ReadonlyArray<ReadonlyArray<Imported>>) {
    const accepted = yield* Effect.forEach(requests, (people) =>
      imports.create(caller, {
        rows: people.map(asRow),
        matchOn: "email",
        mergeType: "create_or_update",
        contactListUuid: null
      })
    )
    const count = accepted.reduce((sum, { total }) => sum + total, 0)
    const working = Effect.andThen(Layer.build(worker), Effect.forEach(accepted, finished))
    return yield* Effect.scoped(
      timedWork(
        count,
        Effect.flatMap(working, (over) => allApplied(count, over))
      )
    )
  })
})

/** Half of the rows made a contact, and the others changed one. */
const allApplied = (count: number, over: ReadonlyArray<ContactImport>): Effect.Effect<void, CaseError> => {
  const sum = (which: "created" | "updated") => over.reduce((sum, { counts }) => sum + counts[which], 0)
  const outcomes = { created: sum("created"), updated: sum("updated") }
  const wanted = { created: count / 2, updated: count / 2 }
  return outcomes.created === wanted.created && outcomes.updated === wanted.updated
    ? Effect.void
    : new Disagreement({ case: "import", library: outcomes, rival: wanted })
}

/** A transaction for each request; what is to be written is made from its rows, as the library has to. */
const importByHand = (
  { population }: Arena,
  { begin, commit, write }: ImportRival,
  requests: ReadonlyArray<ReadonlyArray<Imported>>
) =>
  timedWork(
    requests.reduce((sum, { length }) => sum + length, 0),
    Effect.forEach(
      requests,
      Effect.fnUntraced(function* (people) {
        const records = yield* Effect.forEach(people, (one) => asRecord(population, one))
        yield* begin
        yield* write(records)
        yield* commit
      }),
      { discard: true }
    )
  )
