import type { Suite } from "./Suites.ts"

/** A statement as the driver gets it. */
export type Compiled = readonly [text: string, parameters: ReadonlyArray<unknown>]

/** One thing that is wrong with some statements of an adapter which is right otherwise. */
export interface Fault {
  /** The suite that sees it. */
  readonly suite: Suite
  /** Changes the statements that it is about, and gives back every other as it is. */
  readonly plant: (statement: Compiled) => Compiled
  /** Whether the database itself refuses something, because of it, that it should not. */
  readonly refused?: boolean
}

export type Faults = { readonly [fault: string]: Fault }

/**
 * A fault in the text of the statements in which a pattern is found. `{}` in the pattern is a parameter, as either
 * database writes it, and white space is any white space.
 */
export const reads = (suite: Suite, pattern: string, replacement: string): Fault => {
  const found = new RegExp(pattern.replaceAll("{}", String.raw`(?:\$\d+|\?)`).replaceAll(" ", String.raw`\s+`), "g")
  return { suite, plant: ([text, parameters]) => [text.replaceAll(found, replacement), parameters] }
}

/** A fault in the parameters of the statements in which a pattern is found. */
export const takes = (suite: Suite, pattern: RegExp, change: (parameter: unknown) => unknown): Fault => ({
  suite,
  plant: (statement) => {
    const [text, parameters] = statement
    return pattern.test(text) ? [text, parameters.map(change)] : statement
  }
})

/** A fault by which the database refuses what it should take. */
export const refused = (fault: Fault): Fault => ({ ...fault, refused: true })
