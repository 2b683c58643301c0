import { Effect } from "effect"
import { JsonSlicer } from "./JsonSlicer.ts"
import { BodyRefused, type JsonObject, parseJson, parseObject, type TextSink } from "./RequestBodies.ts"

/** How much of a list is parsed and looked at in one go: a few milliseconds of work. */
const slice = { items: 250, characters: 64 * 1024 }

/** The largest body without its list, in characters. */
const maxHeadLength = 1024 * 1024

/** A body whose list is read slice by slice, so that no other request waits for more than a few milliseconds. */
interface SlicedBody {
  /** The body with an empty list in the place of the long one. */
  readonly head: JsonObject
  /** How many items the list has. */
  readonly items: number
  /** Whether the list was given more than once. */
  readonly repeated: boolean
  /** Shows each item and its place in the list. Fails where an item is no JSON. */
  readonly forEach: (look: (item: unknown, index: number) => void) => Effect.Effect<void, BodyRefused>
}

/** Takes in a body that has a long list. It is cut into slices while it arrives. */
export const readSliced = Effect.fnUntraced(function* <R>(
  read: (sink: TextSink) => Effect.Effect<void, BodyRefused, R>,
  options: {
    /** The member of the body whose value is the list. */
    readonly member: string
    /** The largest item, in characters. */
    readonly maxItemLength: number
  }
) {
  const slicer = new JsonSlicer({ member: options.member, ...slice })
  yield* read((text) => {
    slicer.push(text)
    const isTooLong = slicer.rest.length > maxHeadLength || slicer.longest > slice.characters + options.maxItemLength
    return isTooLong ? new BodyRefused({ reason: "TooLarge" }) : undefined
  })
  const body: SlicedBody = {
    head: yield* parseObject(slicer.rest),
    items: slicer.items,
    repeated: slicer.repeated,
    forEach: Effect.fnUntraced(function* (look) {
      let index = 0
      for (const text of slicer.slices) {
        const items = yield* parseJson(text)
        for (const item of Array.isArray(items) ? items : []) look(item, index++)
        yield* Effect.yieldNow
      }
    })
  }
  return body
})
