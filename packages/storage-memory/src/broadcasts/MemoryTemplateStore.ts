import { TemplateStore } from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import { findTemplate, listTemplates, putTemplates, withoutTemplate } from "./TemplatesState.ts"

/** The templates of the memory database. */
export const layer: Layer.Layer<TemplateStore, never, MemoryDatabase> = Layer.effect(
  TemplateStore,
  Effect.map(MemoryDatabase, ({ modify, read }) =>
    TemplateStore.of({
      put: (workspace, given) =>
        modify((state) => [undefined, { ...state, templates: putTemplates(state.templates, workspace, given) }]),

      find: (workspace, name, locale) => read(({ templates }) => findTemplate(templates, workspace, name, locale)),

      list: (workspace) => read(({ templates }) => listTemplates(templates, workspace)),

      remove: (workspace, name, locale) =>
        modify((state) =>
          Option.isNone(findTemplate(state.templates, workspace, name, locale))
            ? [false, state]
            : [true, { ...state, templates: withoutTemplate(state.templates, workspace, name, locale) }]
        )
    })
  )
)
