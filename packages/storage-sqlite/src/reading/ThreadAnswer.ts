/** Number of characters at which a string of rows ends. */
const textSize = 2 ** 18

/** Number of rows encoded at once. */
const rowsAtOnce = 2

/**
 * Encodes rows as JSON strings of several rows each. Strings are copied to another thread faster than objects, and the
 * receiving thread can do other work between two of them.
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

/** Returns the needed members of an error, which would be lost when the error is copied to another thread. */
export const fieldsOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error && "code" in error && { code: error.code }),
  ...(error instanceof Error && "errcode" in error && { errcode: error.errcode })
})
