import { globSync } from "node:fs"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { JourneyFile } from "./Journey.ts"

const folder = join(import.meta.dirname, "journeys")

/** The files of journeys by their names, or the one of a name. */
export const journeysNamed = async (only: string | undefined): Promise<ReadonlyMap<string, JourneyFile>> => {
  const names = globSync("*.ts", { cwd: folder })
    .map((file) => basename(file, ".ts"))
    .sort()
    .filter((name) => only === undefined || name.toLowerCase() === only.toLowerCase())
  if (names.length === 0) throw new Error(`there is no journey ${only}`)
  const files = names.map(async (name): Promise<readonly [string, JourneyFile]> => {
    const file: JourneyFile = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
    return [name, file]
  })
  return new Map(await Promise.all(files))
}
