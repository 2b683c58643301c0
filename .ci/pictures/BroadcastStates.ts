import { allowedTransitions, isOver } from "../../packages/core/src/broadcasts/Broadcast.ts"
import { graphOf, type Picture, quoted } from "./Picture.ts"

/** The states of a broadcast, from the table of its transitions. */
export const broadcastStates = (): Picture => {
  const transitions = Object.entries(allowedTransitions).flatMap(([name, { from, to }]) =>
    from.map((state) => ({ name, from: state, to }))
  )
  const statuses = new Set(transitions.flatMap(({ from, to }) => [from, to]))
  return {
    name: "broadcast-states",
    graph: graphOf("rankdir=LR", [
      ...[...statuses].map((status) => `${quoted(status)} [class="${isOver(status) ? "end" : "node"}"]`),
      ...transitions.map(({ from, name, to }) => `${quoted(from)} -> ${quoted(to)} [label=${quoted(name)}]`)
    ])
  }
}
