import { functionOf } from "./TypeText.ts"
import type { Member, Sources } from "./Types.ts"

/** A type that methods of services take, and what is said of its members. */
export interface ServiceType {
  readonly name: string
  /** The folder of core that exports it. */
  readonly door: string
  readonly doc: string
  readonly members: ReadonlyArray<Pick<Member, "doc" | "isOptional" | "name">>
}

/** The types that stand in others, by these. */
const within: Readonly<Record<string, ReadonlyArray<string>>> = {
  AnyBroadcast: ["BroadcastRequest", "StreamedBroadcast"],
  AudienceBroadcast: ["AudienceRequest"],
  BroadcastRequest: ["RecipientRequest"],
  SearchRequest: ["Filter"]
}

/** The types of the arguments of methods that have members, by the doors that export them, each once. */
export const typesTaken = (
  sources: Sources,
  methods: ReadonlyArray<Member>,
  files: ReadonlyArray<string>
): ReadonlyArray<ServiceType> => {
  const doors = files.map((file) => ({ file, door: file.split("/").at(-2) ?? "", names: sources.exportsOf(file) }))
  const named = methods.flatMap(({ source }) =>
    (functionOf(source)?.parameters ?? []).flatMap(({ type }) => /^[A-Z]\w+/.exec(type)?.[0] ?? [])
  )
  const all = new Set(named.flatMap((name) => [name, ...(within[name] ?? [])]))
  for (const name of all) for (const inside of within[name] ?? []) all.add(inside)
  return Array.from(all).flatMap((name) => {
    const found = doors.find(({ names }) => names.includes(name))
    if (found === undefined) return []
    const { doc, kinds, members, type } = sources.describe(found.file, name)
    const isObject = kinds.length === 0 && members.length > 0 && !/^string\b/.test(type)
    // What a member may not be beside others has the type `undefined`.
    const given = members.filter(({ type }) => type !== "undefined")
    return isObject ? [{ name, door: found.door, doc, members: given }] : []
  })
}
