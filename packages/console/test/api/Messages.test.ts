import { describe, expect, test } from "vitest"
import { makeMessageReader } from "../../src/api/Messages.ts"

const stream = 'id: 1.1\n\n:\n\nid: 2.1\ndata: {"a":1}\n\nevent: broadcast\ndata: {"b":"c: d"}\n\n:\n\nid: 3.1\n\n'

const messages = [
  { id: "1.1", event: "message", data: "" },
  { id: "2.1", event: "message", data: '{"a":1}' },
  { id: undefined, event: "broadcast", data: '{"b":"c: d"}' },
  { id: "3.1", event: "message", data: "" }
]

describe("a stream's messages", () => {
  test("are the same, however their text arrives in parts", () => {
    for (let size = 1; size <= stream.length; size += 1) {
      const read = makeMessageReader()
      const found = Array.from({ length: Math.ceil(stream.length / size) }, (_, piece) =>
        read(stream.slice(piece * size, (piece + 1) * size))
      )
      expect(found.flat()).toEqual(messages)
    }
  })

  test("are only the complete ones", () => {
    const read = makeMessageReader()
    expect(read("id: 1.1\ndata: {}\n")).toEqual([])
    expect(read("\nid: 2")).toEqual([{ id: "1.1", event: "message", data: "{}" }])
  })
})
