import { nameOf } from "../Repository.ts"
import { packageGraph } from "../fences/PackageGraph.ts"
import { graphOf, type Picture, quoted } from "./Picture.ts"

/** The packages of this repository that each of its packages imports, by their folders. */
const imports: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(packageGraph).map(([folder, imported]) => [
    folder,
    new Set(Object.keys(packageGraph).filter((other) => imported.includes(nameOf(other))))
  ])
)

const reaches = (from: string, to: string): boolean =>
  [...(imports.get(from) ?? [])].some((next) => next === to || reaches(next, to))

/** The imports that no other import leads to as well. */
const direct = (from: string): ReadonlyArray<string> => {
  const all = [...(imports.get(from) ?? [])]
  return all.filter((to) => !all.some((other) => other !== to && reaches(other, to)))
}

/** The packages, and what each imports: an import that another one leads to is left out. */
export const house = (): Picture => ({
  name: "house",
  graph: graphOf("rankdir=LR, ranksep=0.9", [
    ...[...imports.keys()].map((folder) => `${quoted(folder)}${folder === "core" ? ' [class="start"]' : ""}`),
    ...[...imports.keys()].flatMap((from) => direct(from).map((to) => `${quoted(from)} -> ${quoted(to)}`))
  ])
})
