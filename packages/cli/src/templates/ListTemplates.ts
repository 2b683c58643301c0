import type { TemplateResource } from "@rollcall/api"
import type { Template } from "@rollcall/core"
import { Console, Effect } from "effect"
import type { AddressFlags } from "../target/Address.ts"
import { layerTarget } from "../target/CommandTarget.ts"
import { pageLimit } from "../target/CustomFieldList.ts"
import { read, refuse } from "../target/Target.ts"
import { templateTable } from "./TemplateTable.ts"

/** Prints the templates that broadcasts of a workspace may name, as a table or as JSON. */
export const listTemplates = Effect.fn("ListTemplates.list")(function* (json: boolean, flags: AddressFlags) {
  const offered = yield* allOffered.pipe(
    Effect.catchTag(["Refused", "Unreached", "OutcomeUnknown"], refuse),
    Effect.provide(layerTarget(flags, { templates: true }))
  )
  if (json) return yield* Console.log(JSON.stringify(offered, null, 2))
  yield* Console.log(offered.length === 0 ? "This workspace has no templates." : templateTable(offered))
})

const allOffered = Effect.gen(function* () {
  const offered: Array<Template> = []
  for (;;) {
    const query = { limit: pageLimit, offset: offered.length }
    const { pagination, templates } = yield* read((client) => client.templates.list({ query }))
    offered.push(...templates.map(toTemplate))
    if (templates.length === 0 || offered.length >= pagination.total) return offered
  }
})

const toTemplate = (resource: typeof TemplateResource.Type): Template => {
  if (resource.kind === "plain") {
    const { cards: _, ...template } = resource
    return template
  }
  const { buttons: _buttons, header: _header, ...template } = resource
  return template
}
