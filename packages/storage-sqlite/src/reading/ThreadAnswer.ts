/** From how many characters a text of rows ends. */
const textSize = 2 ** 18

/** How many rows are written at once. */
const rowsAtOnce = 2

/**
 * Returns rows as texts, each the JSON of some of them. Texts are copied to another thread faster than objects, and the thread
 * that reads them does something else between two of them.
 */
export const textsOf = (rows: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const texts: Array<string> = []
  let text = "["
  for (let index = 0; index < rows.length; index += rowsAtOnce) {
    const some = JSON.stringify(rows.slice(index, index + rowsAtOnce)).slice(1, -1)
    text += text === "[" ? some : `,${some}`
    if (text.length < textSize) continue
    texts.push(`${text}]`)
    text = "["
  }
  if (text !== "[") texts.push(`${text}]`)
  return texts
}

/** Returns the members of an error that are needed: an error loses them when it is copied to another thread. */
export const fieldsOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error && "code" in error && { code: error.code }),
  ...(error instanceof Error && "errcode" in error && { errcode: error.errcode })
})
