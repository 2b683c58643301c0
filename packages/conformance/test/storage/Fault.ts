import type { Storage } from "@rollcall/core"
import { type Context, Effect, Layer } from "effect"

/** A port of the memory store with one fault, and the name of the suite that has to find it. */
export interface Fault {
  readonly seenBy: string
  readonly port: Layer.Layer<never, never, Storage> | Layer.Layer<Storage, never, Storage>
}

/** A port with some of its methods changed. */
export const wrong = <Port, Shape extends object>(
  port: Context.Service<Port, Shape>,
  change: (right: Shape) => Partial<Shape>
) =>
  Layer.effect(
    port,
    Effect.map(port, (right) => port.of({ ...right, ...change(right) }))
  )
