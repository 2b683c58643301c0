import { ignoredFieldsHeader } from "@rollcall/api"
import { editDistance, placeOf } from "@rollcall/core/shared"
import { Effect, Predicate, type Schema } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { type Names, namesOf } from "./Casing.ts"

/** An answer names at most so many fields. */
const maxNamed = 20

/** At most so many unknown names of a body are compared with the known ones, for that takes time. */
const maxCompared = 200

/** A longer name is no slip of a known one. */
const maxNameLength = 64

type ObjectNames = Extract<Names, { readonly _tag: "Object" }>

/**
 * Makes what finds the fields of a body that are ignored and were probably not meant to be (W3): those whose name
 * resembles a known one of the same object, and at the top those that only the `answer` has. What stands under a name
 * that the schema leaves open, such as `custom_fields`, is data. With `bothCases` a camelCase name is known too, and with
 * `everyAtTop` every unknown name at the top is found.
 */
export const ignoredFields = (options: {
  readonly body: Schema.Constraint
  readonly answer?: Schema.Constraint | undefined
  readonly bothCases: boolean
  readonly everyAtTop?: boolean
}) => {
  const names = namesOf(options.body)
  const answer = options.answer && namesOf(options.answer)
  const isOfAnswer = (name: string) => answer?._tag === "Object" && answer.fields.has(name)

  return (body: unknown): ReadonlyArray<string> => {
    const found: Array<string> = []
    let compared = 0
    const visit = (names: Names | undefined, value: unknown, path: ReadonlyArray<string | number>): void => {
      if (names?._tag === "List" && Array.isArray(value)) {
        for (const [index, item] of value.entries()) visit(names.items, item, [...path, index])
      }
      if (names?._tag !== "Object" || !Predicate.isReadonlyObject(value)) return
      for (const [name, member] of Object.entries(value)) {
        if (found.length >= maxNamed) return
        const field = names.fields.get(name)
        if (field !== undefined && (options.bothCases || field.name === name)) {
          visit(field.names, member, [...path, field.name])
        } else if (name.length <= maxNameLength && name.isWellFormed() && compared++ < maxCompared) {
          const isNamed =
            (path.length === 0 && (options.everyAtTop === true || isOfAnswer(name))) || resembles(name, names)
          if (isNamed) found.push(placeOf([...path, encodeURIComponent(name)]))
        }
      }
    }
    visit(names, body, [])
    return found
  }
}

/** Whether a name is a known one in another spelling or but for a slip or two. */
const resembles = (name: string, { fields }: ObjectNames): boolean => {
  const given = letters(name)
  return Array.from(fields.values()).some((field) => {
    const known = letters(field.name)
    const slips = Math.min(2, Math.floor(known.length / 3))
    return Math.abs(given.length - known.length) <= slips && editDistance(given, known) <= slips
  })
}

/** The letters and digits of a name in lower case, without what separates its words. */
export const letters = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, "")

/** Names ignored fields in the answer to the current request, whatever it is. */
export const nameIgnored = (fields: ReadonlyArray<string>) =>
  fields.length === 0
    ? Effect.void
    : HttpEffect.appendPreResponseHandler((_request, response) =>
        Effect.succeed(HttpServerResponse.setHeader(response, ignoredFieldsHeader, fields.join(", ")))
      )
