import type { EstimateResource } from "@rollcall/api"
import { Effect } from "effect"
import { refusal } from "../../CommandRefused.ts"

/** The name and the rest of an argument `name=rest`. */
export const named = (flag: string, text: string) => {
  const at = text.indexOf("=")
  return at < 1 || at === text.length - 1
    ? Effect.fail(refusal(`${flag} ${JSON.stringify(text)}: must have the form name=...`))
    : Effect.succeed([text.slice(0, at), text.slice(at + 1)] as const)
}

/** A value that is the same for everybody. */
export const namedText = (text: string) => named("--value", text)

/** The header and the text of a message, where the wording of the template is known. */
export const messageLines = ({ body, header }: (typeof EstimateResource.Type)["examples"][number]["message"]): string =>
  body === null ? "(the text of the template is not known)" : [...(header ? [header.value] : []), body].join("\n    ")
