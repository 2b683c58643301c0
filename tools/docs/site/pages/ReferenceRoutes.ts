import { globSync } from "node:fs"
import { repository } from "../../../Repository.ts"

/** A page of the site generated from a source's docstrings. */
interface ReferencePage {
  readonly route: string
  readonly title: string
}

const library = "packages/rollcall/src"
const core = "packages/core/src"

/** The sources of the promise library that users read, the workspace areas first. */
const sources = [
  "areas/*",
  "{Rollcall,Workspace,RollcallError,Fetch}",
  "{memory,sqlite,postgres,simulator,whatsapp,testing,node}",
  "inputs/*",
  "results/*",
  "options/{HostValue,Options}",
  "methods/{FollowEvents,Inputs,UpkeepMethods}"
].flatMap((pattern) => globSync(`${library}/${pattern}.ts`, { cwd: repository }).sort())

const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/**
 * Returns the page of a source. An entry point's title is its import specifier, and other titles are file names,
 * without the folder of areas.
 */
const ofLibrary = (file: string): ReferencePage => {
  const name = file.slice(library.length + 1, -".ts".length).replace("areas/", "")
  const isDoor = /^[a-z]+$/.test(name)
  return { route: `reference/promises/${kebab(name)}`, title: isDoor ? `rollcall/${name}` : name }
}

/** The pages generated from docstrings, by source: of the promise library, and of each of core's entry points. */
export const referenceRoutes: ReadonlyMap<string, ReferencePage> = new Map([
  ...sources.map((file) => [file, ofLibrary(file)] as const),
  ...["events", "operations", "people", "sending"].map(
    (door) => [`${core}/${door}.ts`, { route: `reference/services/${door}`, title: `@rollcall/core/${door}` }] as const
  )
])
