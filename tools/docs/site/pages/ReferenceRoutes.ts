import { globSync } from "node:fs"
import { repository } from "../../../Repository.ts"

/** A page of the site that is made of the docstrings of a source. */
interface ReferencePage {
  readonly route: string
  readonly title: string
}

const library = "packages/rollcall/src"
const core = "packages/core/src"

/** The sources of the promise library that users read, the areas of a workspace first. */
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

/** A door has the name that it is imported by, any other source that of its file, without that of the folder of the areas. */
const ofLibrary = (file: string): ReferencePage => {
  const name = file.slice(library.length + 1, -".ts".length).replace("areas/", "")
  const isDoor = /^[a-z]+$/.test(name)
  return { route: `reference/promises/${kebab(name)}`, title: isDoor ? `rollcall/${name}` : name }
}

/** The pages of the site that are made of docstrings, by their sources: of the promise library, and of each door of core. */
export const referenceRoutes: ReadonlyMap<string, ReferencePage> = new Map([
  ...sources.map((file) => [file, ofLibrary(file)] as const),
  ...["events", "operations", "people", "sending"].map(
    (door) => [`${core}/${door}.ts`, { route: `reference/services/${door}`, title: `@rollcall/core/${door}` }] as const
  )
])
