/** A message of a stream of server-sent events. A message without data only passes an id. */
export interface StreamMessage {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** Reads a stream piece by piece, and returns the messages that each piece completes. */
export const makeMessageReader = (): ((piece: string) => ReadonlyArray<StreamMessage>) => {
  let rest = ""
  return (piece) => {
    const blocks = (rest + piece).split("\n\n")
    rest = blocks.pop() ?? ""
    return blocks.flatMap(messageOf)
  }
}

/** Returns the message of a block of lines. A block with only comments has no message. */
const messageOf = (block: string): ReadonlyArray<StreamMessage> => {
  const fields = block.split("\n").map((line): readonly [string, string] => {
    const at = line.indexOf(":")
    return at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")]
  })
  const of = (name: string) => fields.flatMap(([field, value]) => (field === name ? [value] : []))
  const message = { id: of("id").at(-1), event: of("event").at(-1) ?? "message", data: of("data").join("\n") }
  return message.id === undefined && message.data === "" ? [] : [message]
}
