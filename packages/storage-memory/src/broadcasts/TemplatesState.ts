import { compareCodePoints, type Template, type WorkspaceUuid } from "@rollcall/core"
import { HashMap, Option } from "effect"
import { pairKey } from "./BroadcastsState.ts"

/** The templates of each workspace, by name and locale. */
export type TemplatesState = HashMap.HashMap<WorkspaceUuid, HashMap.HashMap<string, Template>>

export const emptyTemplates: TemplatesState = HashMap.empty()

const templatesOf = (state: TemplatesState, workspace: WorkspaceUuid): HashMap.HashMap<string, Template> =>
  Option.getOrElse(HashMap.get(state, workspace), () => HashMap.empty())

export const putTemplates = (
  state: TemplatesState,
  workspace: WorkspaceUuid,
  templates: ReadonlyArray<Template>
): TemplatesState => {
  const entries = templates.map((template) => [pairKey(template.name, template.locale), template] as const)
  return HashMap.set(state, workspace, HashMap.setMany(templatesOf(state, workspace), entries))
}

export const findTemplate = (
  state: TemplatesState,
  workspace: WorkspaceUuid,
  name: string,
  locale: string
): Option.Option<Template> => HashMap.get(templatesOf(state, workspace), pairKey(name, locale))

/** By name, then by locale. */
export const listTemplates = (state: TemplatesState, workspace: WorkspaceUuid): ReadonlyArray<Template> =>
  HashMap.toValues(templatesOf(state, workspace)).sort(
    (a, b) => compareCodePoints(a.name, b.name) || compareCodePoints(a.locale, b.locale)
  )

export const withoutTemplate = (
  state: TemplatesState,
  workspace: WorkspaceUuid,
  name: string,
  locale: string
): TemplatesState => HashMap.set(state, workspace, HashMap.remove(templatesOf(state, workspace), pairKey(name, locale)))
