import { type CustomField, limits, type StorageError, type WorkspaceUuid } from "@rollcall/core"
import {
  type WorkspaceStore,
  type ContactListStore,
  type ContactStore,
  CustomFieldStore,
  Transaction
} from "@rollcall/core/storage"
import { Array as Arr, type Config, Context, Effect, Layer } from "effect"
import { insertContact } from "../../fixtures/ContactFixture.ts"
import { generationSeed } from "../../shared/ForAll.ts"
import { newWorkspace } from "../../shared/Fixture.ts"
import { addTo, storedList } from "../../fixtures/ListFixture.ts"
import { type CorpusList, corpusLists } from "./CorpusLists.ts"
import { lookAlikeFields, lookAlikes, searchCorpus } from "./Corpus.ts"
import { corpusFields } from "./CorpusFields.ts"
import { makeOracle, type Oracle } from "./Oracle.ts"

/** The contacts in the store under test, their workspace, and the oracle for the expected results. */
export class SearchCorpus extends Context.Service<
  SearchCorpus,
  {
    readonly workspace: WorkspaceUuid
    /** The custom fields of the workspace, at least one of every type. */
    readonly fields: ReadonlyArray<CustomField>
    readonly lists: ReadonlyArray<CorpusList>
    readonly oracle: Oracle
  }
>()("@rollcall/conformance/storage/search/corpus/SearchCorpus") {
  /** Writes a corpus into a new workspace, interleaved with look-alikes in another workspace. */
  static readonly layer: Layer.Layer<
    SearchCorpus,
    StorageError | Config.ConfigError,
    ContactStore | ContactListStore | CustomFieldStore | WorkspaceStore | Transaction
  > = Layer.effect(
    SearchCorpus,
    Effect.gen(function* () {
      const { run } = yield* Transaction
      const drawn = drawCorpus(yield* newWorkspace, yield* newWorkspace, yield* generationSeed)
      // Uses one transaction, because hundreds of separate commands would take too long.
      return yield* run(writeCorpus(drawn))
    })
  )
}

/** Generates a workspace's corpus, and its look-alikes in another workspace. */
const drawCorpus = (workspace: WorkspaceUuid, elsewhere: WorkspaceUuid, seed: number) => {
  const fields = corpusFields(workspace)
  const contacts = searchCorpus(workspace, fields, seed)
  const others = lookAlikes(contacts, elsewhere)
  const lists = corpusLists(contacts.map(({ contact }) => contact))
  return {
    corpus: { workspace, fields, lists, oracle: makeOracle(contacts, lists) },
    fields: [...fields, ...lookAlikeFields(fields, elsewhere)],
    contacts: pairs(contacts, others),
    lists: lists.flatMap(({ members, uuid }) => [
      { list: { uuid, workspaceUuid: workspace }, members },
      { list: { uuid, workspaceUuid: elsewhere }, members: others.map(({ contact }) => contact) }
    ])
  }
}

const pairs = <A>(some: ReadonlyArray<A>, others: ReadonlyArray<A>): ReadonlyArray<A> =>
  some.flatMap((one, index) => [one, ...others.slice(index, index + 1)])

/** Writes a corpus: each contact before its look-alike, then the lists. */
const writeCorpus = Effect.fnUntraced(function* (drawn: ReturnType<typeof drawCorpus>) {
  const definitions = yield* CustomFieldStore
  yield* Effect.forEach(drawn.fields, definitions.insert, { discard: true })
  for (const { contact, values } of drawn.contacts) yield* insertContact(contact, values)
  for (const { list, members } of drawn.lists) {
    const stored = yield* storedList(list)
    for (const some of Arr.chunksOf(members, limits.listMembers)) yield* addTo(stored, ...some)
  }
  return drawn.corpus
})
