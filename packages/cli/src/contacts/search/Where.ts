import { type Filter, Operator } from "@rollcall/core/people"
import { nearest } from "@rollcall/core/operations"
import { Effect, Option, Schema } from "effect"
import { refusal } from "../../CommandRefused.ts"

export type Where = Pick<Filter, "field" | "operator" | "value">

const isOperator = Schema.is(Operator)
const decodeList = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.Unknown)))

/**
 * Reads a filter in the form `field:operator:value`. The value may contain colons. A JSON list is read as a list; `range`
 * also accepts `lowest..highest`.
 */
export const readWhere = Effect.fnUntraced(function* (text: string) {
  const [, field = "", operator = "", value] = /^([^:]*):([^:]*)(?::([^]*))?$/.exec(text) ?? []
  if (field === "" || operator === "") {
    return yield* refused(text, "must have the form field:operator:value, such as email:ends_with:@example.org")
  }
  if (!isOperator(operator)) {
    const hint = Option.match(nearest(operator, Operator.literals), {
      onSome: (near) => `, "${near}" is`,
      onNone: () => ", these are"
    })
    return yield* refused(text, `"${operator}" is not an operator${hint}: ${Operator.literals.join(", ")}`)
  }
  return { field, operator, ...(value !== undefined && { value: operandOf(operator, value) }) } satisfies Where
})

const operandOf = (operator: typeof Operator.Type, value: string): unknown => {
  const ends = operator === "range" ? /^(.*?)\.\.(.*)$/.exec(value) : null
  return ends === null ? Option.getOrElse(decodeList(value), () => value) : ends.slice(1)
}

const refused = (text: string, message: string) => refusal(`--where ${JSON.stringify(text)}: ${message}`)
