import { Predicate } from "effect"

/** Returns the problem with the running Node version, or null if it is supported or the runtime isn't Node. */
export const nodeComplaint = (): string | null => {
  // Deno and Bun also report a Node version, the one they emulate.
  const process = Predicate.hasProperty(globalThis, "process") ? globalThis.process : undefined
  const versions = Predicate.hasProperty(process, "versions") ? process.versions : undefined
  if (!Predicate.hasProperty(versions, "node") || !Predicate.isString(versions.node)) return null
  if (Predicate.hasProperty(versions, "deno") || Predicate.hasProperty(versions, "bun")) return null
  const [major = 0, minor = 0] = versions.node.split(".").map(Number)
  const isEnough = major > 22 || (major === 22 && minor >= 19)
  return isEnough ? null : `Rollcall needs Node 22.19 or newer; this is ${versions.node}`
}
