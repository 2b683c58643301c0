import { isLonger, type MessagePart, type ValueCheck, type ValueProblem } from "@rollcall/core/channel"
import type { ButtonValue } from "./ButtonLayout.ts"
import { type PartLayout, type TemplateLayout, variable } from "./TemplateLayout.ts"
import { textProblem } from "./TextProblem.ts"

/** The maximum lengths of a header, of a body next to other components, and of a body by itself, in characters. */
const maxHeaderLength = 60
const maxBodyLength = 1_024
const maxLoneBodyLength = 32_768

/** Makes a check for template values that the platform would refuse. */
export const checkOf =
  (layout: TemplateLayout): ValueCheck =>
  ({ card, part }, values) => {
    const of = card === null ? layout : layout.cards?.[card]
    return of === undefined ? [] : partProblems(of, part, values)
  }

/** Returns the problems with the values of one part of a message or card. */
export const partProblems = (
  layout: PartLayout,
  part: MessagePart["part"],
  values: ReadonlyArray<string>
): ReadonlyArray<ValueProblem> => {
  switch (part) {
    case "header":
      return layout.header?.type === "text" ? textProblems(layout.header.text, values, maxHeaderLength, "header") : []
    case "body":
      return textProblems(layout.text, values, layout.isMore ? maxBodyLength : maxLoneBodyLength, "text")
    case "buttons": {
      const taken = layout.buttons.flatMap(({ value }) => value ?? [])
      return values.flatMap((value, index) => {
        const button = taken[index]
        const problem = textProblem(value) ?? (button === undefined ? undefined : buttonProblem(value, button))
        return problem === undefined ? [] : [{ index, problem }]
      })
    }
  }
}

const textProblems = (
  text: string,
  values: ReadonlyArray<string>,
  maxLength: number,
  what: string
): ReadonlyArray<ValueProblem> => {
  const problems = values.flatMap((value, index) => {
    const problem = textProblem(value)
    return problem === undefined ? [] : [{ index, problem }]
  })
  if (problems.length > 0 || !isLonger(filledIn(text, values), maxLength)) return problems
  return [{ index: null, problem: `the ${what} would have more than ${maxLength} characters` }]
}

/**
 * Fills in a string's variables. A numbered variable takes the value at its number, and a named variable the value at the
 * position of its first occurrence.
 */
const filledIn = (text: string, values: ReadonlyArray<string>): string => {
  const names: Array<string> = []
  return text.replace(variable, (_variable, key: string) => {
    if (!names.includes(key)) names.push(key)
    const number = /^\d+$/.test(key) ? Number(key) - 1 : names.indexOf(key)
    return values[number] ?? ""
  })
}

const buttonProblem = (value: string, { maxLength, prefix }: ButtonValue): string | undefined => {
  if (isLonger(value, maxLength)) return `must have at most ${maxLength} characters`
  return prefix !== null && isWholeUrl(value, prefix)
    ? `must be only the part after ${prefix}, not a whole URL`
    : undefined
}

/**
 * Returns whether a value is a whole URL, or repeats the host of the template's URL. Always false for a value in the URL's
 * query or fragment, where a whole URL may be intended, such as for counting clicks.
 */
const isWholeUrl = (value: string, prefix: string): boolean => {
  if (/[?#]/.test(prefix)) return false
  const text = value.trim().toLowerCase()
  const [, host = ""] = prefix.toLowerCase().split("://")
  return /^[a-z][a-z0-9+.-]*:\/\//.test(text) || (/^[^/]*\.[^/]*\//.test(host) && text.startsWith(host))
}
