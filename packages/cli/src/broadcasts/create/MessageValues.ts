import type { EstimateResource } from "@rollcall/api"
import { Effect } from "effect"
import { refusal } from "../../CommandRefused.ts"

/** Splits an argument `name=rest` into its name and the rest. */
export const named = (flag: string, text: string) => {
  const at = text.indexOf("=")
  return at < 1 || at === text.length - 1
    ? Effect.fail(refusal(`${flag} ${JSON.stringify(text)}: must have the form name=...`))
    : Effect.succeed([text.slice(0, at), text.slice(at + 1)] as const)
}

/** Reads a value that is the same for all recipients. */
export const namedText = (text: string) => named("--value", text)

/** Formats the header and the text of a message. The text is unknown for some templates. */
export const messageLines = ({ body, header }: (typeof EstimateResource.Type)["examples"][number]["message"]): string =>
  body === null ? "(the text of the template is not known)" : [...(header ? [header.value] : []), body].join("\n    ")
