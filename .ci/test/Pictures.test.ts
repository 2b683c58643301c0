import { assert, describe, it } from "@effect/vitest"
import { isDrawn } from "../pictures/Drawn.ts"
import { pictures } from "../pictures/Pictures.ts"

const graphs = new Map(pictures().flatMap((one) => ("graph" in one ? [[one.name, one.graph]] : [])))

describe("the pictures of the pages", () => {
  it("are drawn from their sources as these are, and one whose source has changed is not", () => {
    for (const picture of pictures()) assert.isTrue(isDrawn(picture), picture.name)
    const [first] = pictures()
    assert.isTrue(first !== undefined && !isDrawn({ name: first.name, graph: "digraph { other }" }))
  })

  it("have what the functions and tables that they are drawn from decide", () => {
    const deliveries = graphs.get("delivery-states") ?? ""
    assert.include(deliveries, '"sending" -> "unknown" [label="the answer is lost\\nthe lease is over"')
    assert.notInclude(deliveries, '"sent" -> "pending"')
    assert.include(graphs.get("broadcast-states") ?? "", '"paused" -> "sending" [label="resume"]')
    assert.include(graphs.get("house") ?? "", '"api" -> "core"')
    assert.include(graphs.get("request-path") ?? "", 'label="4. authorization"')
  })
})
