import type { TemplateResource } from "@rollcall/api"
import type { ListedTemplate, OfferedTemplate } from "@rollcall/core/channel"
import { Console, Effect } from "effect"
import type { AddressFlags } from "../targets/Address.ts"
import { layerTarget } from "../targets/CommandTarget.ts"
import { pageLimit } from "../targets/CustomFieldList.ts"
import { read, refuse } from "../targets/Target.ts"
import { templateTable } from "./TemplateTable.ts"

/** Prints the templates that broadcasts of a workspace may name, as a table or as JSON. */
export const listTemplates = Effect.fn("ListTemplates.list")(function* (json: boolean, flags: AddressFlags) {
  const offered = yield* allOffered.pipe(
    Effect.catchTag(["Refused", "Unreached", "OutcomeUnknown"], refuse),
    Effect.provide(layerTarget(flags, { templates: true }))
  )
  if (json) return yield* Console.log(JSON.stringify(offered.map(toEntry), null, 2))
  yield* Console.log(offered.length === 0 ? "This workspace has no templates." : templateTable(offered))
})

const allOffered = Effect.gen(function* () {
  const offered: Array<OfferedTemplate> = []
  for (;;) {
    const query = { limit: pageLimit, offset: offered.length }
    const { pagination, templates } = yield* read((client) => client.templates.list({ query }))
    offered.push(...templates.map(toOffered))
    if (templates.length === 0 || offered.length >= pagination.total) return offered
  }
})

/** An entry of a file that `add` takes, which names no channel and no account. It does not take one that cannot be sent. */
const toEntry = (offered: OfferedTemplate): ListedTemplate => {
  const { account: _account, channelType: _channel, ...template } = offered
  return template
}

const toOffered = ({
  account,
  channel_type: channelType,
  ...resource
}: typeof TemplateResource.Type): OfferedTemplate => {
  const source = { channelType, ...(account !== null && { account }) }
  switch (resource.kind) {
    case "plain": {
      const { cards: _cards, problem: _problem, ...template } = resource
      return { ...toNames(template), ...source }
    }
    case "carousel": {
      const { buttons: _buttons, header: _header, problem: _problem, ...template } = resource
      return { ...toNames(template), cards: template.cards.map(toNames), ...source }
    }
    case "unsendable": {
      const { kind, locale, name, problem, status } = resource
      return { kind, locale, name, problem, status, ...source }
    }
  }
}

const toNames = <T extends { readonly body_names: ReadonlyArray<string> | null }>({ body_names, ...template }: T) => ({
  ...template,
  ...(body_names !== null && { bodyNames: body_names })
})
