import type { TemplateResource } from "@rollcall/api"
import type { ListedTemplate, OfferedTemplate } from "@rollcall/core/channel"
import type { TemplateText } from "@rollcall/core/sending"
import { Array as Arr, Console, Effect } from "effect"
import type { Printed } from "../screen/Output.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { withTarget } from "../targets/InTarget.ts"
import { itemsOf } from "../targets/Listing.ts"
import { templateTable } from "./TemplateTable.ts"

/** Prints the templates that broadcasts of a workspace can use, as a table or as JSON. */
export const listTemplates = Effect.fn("ListTemplates.list")(function* ({ json }: Printed, flags: AddressFlags) {
  const offered = yield* withTarget(flags, allOffered, { templates: true })
  if (json) return yield* Console.log(JSON.stringify(offered.map(toEntry), null, 2))
  yield* Console.log(offered.length === 0 ? "No templates found." : templateTable(offered))
})

const allOffered = Effect.map(
  itemsOf("templates", (client, query) => client.templates.list({ query })),
  Arr.map((template) => toOffered(template))
)

/**
 * Returns a template as an entry of a file for `add`, without channel and account. `add` refuses a template that can't be
 * sent.
 */
const toEntry = (offered: OfferedTemplate): ListedTemplate => {
  const { account: _account, channelType: _channel, ...template } = offered
  return template
}

const toOffered = ({ account, channel_type: channelType, ...resource }: Resource): OfferedTemplate => {
  const source = { channelType, ...(account !== null && { account }) }
  switch (resource.kind) {
    case "plain": {
      const { cards: _cards, problem: _problem, ...template } = resource
      return { ...toTemplate(template), ...source }
    }
    case "carousel": {
      const { buttons: _buttons, header: _header, problem: _problem, ...template } = resource
      return { ...toTemplate(template), cards: template.cards.map(toTemplate), ...source }
    }
    case "unsendable": {
      const { kind, locale, name, problem, status } = resource
      return { kind, locale, name, problem, status, ...source }
    }
  }
}

type Resource = typeof TemplateResource.Type
type Text = NonNullable<Extract<Resource, { readonly kind: "plain" }>["text"]>

/** Returns a template or a card without the members that are null in the resource. */
const toTemplate = <T extends { readonly body_names: ReadonlyArray<string> | null; readonly text: Text | null }>({
  body_names,
  text,
  ...template
}: T) => ({
  ...template,
  ...(body_names !== null && { bodyNames: body_names }),
  ...(text !== null && { text: toText(text) })
})

const toText = ({ body, buttons, footer, header }: Text): TemplateText => ({
  ...(header !== null && { header }),
  ...(body !== null && { body }),
  ...(footer !== null && { footer }),
  ...(buttons.length > 0 && {
    buttons: buttons.map(({ label, value }) => (value === null ? { label } : { label, value }))
  })
})
