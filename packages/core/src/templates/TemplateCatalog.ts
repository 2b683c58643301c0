import { Context, Effect, Layer, Option } from "effect"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { Template } from "./Template.ts"
import { TemplateStore } from "./TemplateStore.ts"

/** Port: the templates that broadcasts are made from. Name and locale identify them (B5). */
export class TemplateCatalog extends Context.Service<
  TemplateCatalog,
  {
    readonly find: (
      workspace: WorkspaceUuid,
      name: string,
      locale: string
    ) => Effect.Effect<Option.Option<Template>, StorageError>

    /** Every template that `find` returns for a workspace, in any order. */
    readonly list: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<Template>, StorageError>
  }
>()("@rollcall/core/templates/TemplateCatalog") {
  /** A catalogue of these templates, the same for every workspace. Of two with one name and locale the later counts. */
  static readonly layerOf = (templates: ReadonlyArray<Template>): Layer.Layer<TemplateCatalog> => {
    const known = byKey(templates)
    return Layer.succeed(TemplateCatalog, {
      find: (_workspace, name, locale) => Effect.succeed(Option.fromUndefinedOr(known.get(key(name, locale)))),
      list: () => Effect.succeed(Array.from(known.values()))
    })
  }

  /** The templates that each workspace keeps itself, and for what it does not keep these, as in `layerOf`. */
  static readonly layerStored = (
    fallback: ReadonlyArray<Template>
  ): Layer.Layer<TemplateCatalog, never, TemplateStore> => {
    const known = byKey(fallback)
    return Layer.effect(
      TemplateCatalog,
      Effect.map(TemplateStore, (store) => ({
        find: (workspace, name, locale) =>
          Effect.map(
            store.find(workspace, name, locale),
            Option.orElse(() => Option.fromUndefinedOr(known.get(key(name, locale))))
          ),
        list: (workspace) =>
          Effect.map(store.list(workspace), (kept) => Array.from(byKey([...known.values(), ...kept]).values()))
      }))
    )
  }
}

const byKey = (templates: ReadonlyArray<Template>): ReadonlyMap<string, Template> =>
  new Map(templates.map((template) => [key(template.name, template.locale), template]))

const key = (name: string, locale: string): string => JSON.stringify([name, locale])
