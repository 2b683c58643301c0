import type { Row } from "./ContactAnswer.ts"

type Find = (values: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** Remembers what was found by the first value for so many milliseconds. What fails is not remembered. */
export const remembered = (find: Find, millis: number): Find => {
  const known = new Map<unknown, { readonly rows: ReadonlyArray<Row>; readonly until: number }>()
  return async (values) => {
    const [key] = values
    const found = known.get(key)
    if (found !== undefined && found.until > performance.now()) return found.rows
    const rows = await find(values)
    if (rows.length > 0) known.set(key, { rows, until: performance.now() + millis })
    return rows
  }
}

interface Question {
  readonly values: ReadonlyArray<unknown>
  readonly resolve: (rows: ReadonlyArray<Row>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks for what is asked for in one turn of the event loop in one statement, which takes a list for each value. Its rows have
 * the place of their question, from 1, as `place`.
 */
export const gathered = (findAll: Find): Find => {
  let waiting: Array<Question> = []
  const ask = async () => {
    const questions = waiting
    waiting = []
    const lists = questions[0]?.values.map((_, column) => questions.map(({ values }) => values[column])) ?? []
    try {
      const answers = questions.map(() => new Array<Row>())
      for (const { place, ...row } of await findAll(lists)) answers[Number(place) - 1]?.push(row)
      for (const [index, { resolve }] of questions.entries()) resolve(answers[index] ?? [])
    } catch (error) {
      for (const { reject } of questions) reject(error)
    }
  }
  return (values) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void ask())
      waiting.push({ values, resolve, reject })
    })
}
