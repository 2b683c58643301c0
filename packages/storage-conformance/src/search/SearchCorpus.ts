import type { AccessTokenStore, ContactStore, StorageError, WorkspaceUuid } from "@rollcall/core"
import { type Config, Context, Effect, Layer } from "effect"
import { insertContact } from "../contacts/Fixture.ts"
import { generationSeed } from "../kernel/ForAll.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { lookAlikes, searchCorpus } from "./Corpus.ts"
import { makeOracle, type Oracle } from "./Oracle.ts"

/** The contacts that the store under test holds, what it should find among them, and where they are. */
export class SearchCorpus extends Context.Service<
  SearchCorpus,
  { readonly workspace: WorkspaceUuid; readonly oracle: Oracle }
>()("@rollcall/storage-conformance/search/SearchCorpus") {
  /** Writes the corpus into a workspace of its own, between look-alikes in another (A1). */
  static readonly layer: Layer.Layer<SearchCorpus, StorageError | Config.ConfigError, ContactStore | AccessTokenStore> =
    Layer.effect(
      SearchCorpus,
      Effect.gen(function* () {
        const seed = yield* generationSeed
        const workspace = yield* newWorkspace
        const contacts = searchCorpus(workspace, seed)
        const others = lookAlikes(contacts, yield* newWorkspace)
        for (const [index, contact] of contacts.entries()) {
          yield* insertContact(contact)
          const other = others[index]
          if (other !== undefined) yield* insertContact(other)
        }
        return { workspace, oracle: makeOracle(contacts) }
      })
    )
}
