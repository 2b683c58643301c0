import { Context, Effect, Layer, Option } from "effect"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { Template } from "./Template.ts"
import { TemplateStore } from "./TemplateStore.ts"

/** Port: the templates that broadcasts are made from, looked up by name and locale (B5). */
export class TemplateCatalog extends Context.Service<
  TemplateCatalog,
  {
    readonly find: (
      workspace: WorkspaceUuid,
      name: string,
      locale: string
    ) => Effect.Effect<Option.Option<Template>, StorageError>
  }
>()("@rollcall/core/templates/TemplateCatalog") {
  /** A catalogue of these templates, the same for every workspace. Of two with one name and locale the later counts. */
  static readonly layerOf = (templates: ReadonlyArray<Template>): Layer.Layer<TemplateCatalog> => {
    const find = finderIn(templates)
    return Layer.succeed(TemplateCatalog, { find: (_workspace, name, locale) => Effect.succeed(find(name, locale)) })
  }

  /** The templates that each workspace keeps itself, and for what it does not keep these, as in `layerOf`. */
  static readonly layerStored = (
    fallback: ReadonlyArray<Template>
  ): Layer.Layer<TemplateCatalog, never, TemplateStore> => {
    const find = finderIn(fallback)
    return Layer.effect(
      TemplateCatalog,
      Effect.map(TemplateStore, (store) => ({
        find: (workspace, name, locale) =>
          Effect.map(
            store.find(workspace, name, locale),
            Option.orElse(() => find(name, locale))
          )
      }))
    )
  }
}

const finderIn = (templates: ReadonlyArray<Template>) => {
  const byKey = new Map(templates.map((template) => [key(template.name, template.locale), template]))
  return (name: string, locale: string) => Option.fromUndefinedOr(byKey.get(key(name, locale)))
}

const key = (name: string, locale: string): string => JSON.stringify([name, locale])
