import { Scope } from "@rollcall/core"
import { Effect, Option, Schema } from "effect"
import { CommandRefused } from "../CommandRefused.ts"

const isScope = Schema.is(Scope)

/** Reads scopes with commas between; null where none are given, which means all. */
export const readScopes = (text: Option.Option<string>) => {
  if (Option.isNone(text)) return Effect.succeed(null)
  const names = text.value.split(",").map((name) => name.trim())
  const unknown = names.find((name) => !isScope(name))
  return unknown === undefined
    ? Effect.succeed(names.filter(isScope))
    : Effect.fail(
        new CommandRefused({
          message: `--scopes: there is no ${JSON.stringify(unknown)}; there are ${Scope.literals.join(", ")}`
        })
      )
}
