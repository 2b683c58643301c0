/** How often each writer appends. */
export const batches = 20

/** As many as a simulator writes at a time, and about as long. */
export const linesOf = (writer: string, batch: number): ReadonlyArray<string> =>
  Array.from({ length: 500 }, (_, line) => `${writer} ${batch} ${line} ${writer.repeat(400)}`)
