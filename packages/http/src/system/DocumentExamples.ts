import { mapMembers } from "@rollcall/api"
import { Predicate, type Schema } from "effect"
import { examples } from "./Examples.ts"
import type { Exchange } from "./Exchange.ts"

/**
 * A document with examples: `success` for each parameter, request body and response of an operation, and `error` for
 * another response. The request of an error is not shown as an example of a valid request.
 */
export const withExamples = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...document,
  paths: mapMembers(document["paths"], (path) => mapMembers(path, exemplify))
})

const exemplify = (operation: unknown): unknown => {
  if (!Predicate.isReadonlyObject(operation)) return operation
  const exchanges = examples[String(operation["operationId"])]
  if (exchanges === undefined) return operation
  const { error, success } = exchanges
  return mapMembers(operation, (member, name) => {
    switch (name) {
      case "parameters":
        return Array.isArray(member) ? member.map((parameter) => withParameter(parameter, success)) : member
      case "requestBody":
        return withExample(member, { success: { summary: success.summary, value: success.body } })
      case "responses":
        return mapMembers(member, (response, status) => {
          if (status === String(success.status)) {
            return withExample(response, { success: { summary: success.summary, value: success.answer } })
          }
          return error === null || status !== String(error.status)
            ? response
            : withExample(response, {
                error: { summary: error.summary, description: sentFor(error), value: error.answer }
              })
        })
      default:
        return member
    }
  })
}

/** The request of an error, in words. */
const sentFor = ({ body, parameters }: Exchange): string => {
  const sent = [...Object.entries(parameters).map(([name, value]) => `${name}=${value}`)]
  if (body !== null) sent.push(JSON.stringify(body))
  return `The answer to \`${sent.join(" ")}\`.`
}

const withParameter = (parameter: unknown, { parameters }: Exchange): unknown => {
  const name = Predicate.isReadonlyObject(parameter) ? parameter["name"] : undefined
  const value = typeof name === "string" ? parameters[name] : undefined
  return Predicate.isReadonlyObject(parameter) && value !== undefined ? { ...parameter, example: value } : parameter
}

interface Examples {
  readonly [name: string]: { readonly summary: string; readonly description?: string; readonly value: Schema.Json }
}

/** A body or a response with an example of its JSON. A response without content does not change. */
const withExample = (owner: unknown, examples: Examples): unknown =>
  Predicate.isReadonlyObject(owner) && Predicate.isReadonlyObject(owner["content"])
    ? {
        ...owner,
        content: mapMembers(owner["content"], (media) =>
          Predicate.isReadonlyObject(media) ? { ...media, examples } : media
        )
      }
    : owner
