import {
  type AccessTokenStore,
  ContactStore,
  type CustomField,
  CustomFieldStore,
  type StorageError,
  type WorkspaceUuid
} from "@rollcall/core"
import { type Config, Context, Effect, Layer } from "effect"
import { generationSeed } from "../kernel/ForAll.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { lookAlikeFields, lookAlikes, searchCorpus } from "./Corpus.ts"
import { corpusFields } from "./CorpusFields.ts"
import { makeOracle, type Oracle } from "./Oracle.ts"

/** The contacts that the store under test holds, what it should find among them, and where they are. */
export class SearchCorpus extends Context.Service<
  SearchCorpus,
  {
    readonly workspace: WorkspaceUuid
    /** The custom fields of the workspace, one at least of every type. */
    readonly fields: ReadonlyArray<CustomField>
    readonly oracle: Oracle
  }
>()("@rollcall/storage-conformance/search/SearchCorpus") {
  /** Writes the corpus into a workspace of its own, between look-alikes in another (A1). */
  static readonly layer: Layer.Layer<
    SearchCorpus,
    StorageError | Config.ConfigError,
    ContactStore | CustomFieldStore | AccessTokenStore
  > = Layer.effect(
    SearchCorpus,
    Effect.gen(function* () {
      const definitions = yield* CustomFieldStore
      const store = yield* ContactStore
      const workspace = yield* newWorkspace
      const elsewhere = yield* newWorkspace
      const fields = corpusFields(workspace)
      yield* Effect.forEach([...fields, ...lookAlikeFields(fields, elsewhere)], definitions.insert, { discard: true })
      const contacts = searchCorpus(workspace, fields, yield* generationSeed)
      const others = lookAlikes(contacts, elsewhere)
      for (const [index, { contact, values }] of contacts.entries()) {
        yield* store.insert(contact, values)
        const other = others[index]
        if (other !== undefined) yield* store.insert(other.contact, other.values)
      }
      return { workspace, fields, oracle: makeOracle(contacts) }
    })
  )
}
