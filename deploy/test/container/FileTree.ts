import { chownSync, cpSync, existsSync, globSync, mkdirSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { repository, run } from "../../../tools/Repository.ts"
import type { Image } from "./Image.ts"

/** What the stage that builds has made, by the paths in it. */
export type Built = Readonly<Record<string, string>>

/**
 * Makes the files of an image in a folder, as its Dockerfile says: in the place of the image that it begins with are Node at
 * the path that Node has there, the libraries that it needs, and the folders for mounts. Returns the bytes of all files.
 */
export const makeFileTree = (root: string, { copies }: Image, built: Built): number => {
  for (const folder of ["proc", "dev", "tmp", "etc"]) mkdirSync(join(root, folder), { recursive: true })
  copyInto(root, process.execPath, "/nodejs/bin/node")
  for (const library of libraries(process.execPath)) copyInto(root, library, library)
  for (const { destination, owner, sources, stage } of copies) {
    for (const source of sources) {
      const file = stage === null ? join(repository, source) : built[source]
      if (file === undefined) throw new Error(`The Dockerfile copies ${source}, which the build does not make`)
      const into = destination.endsWith("/") ? `${destination}${basename(source)}` : destination
      copyInto(root, file, into)
      if (owner !== 0) chownSync(join(root, into), owner, owner)
    }
  }
  return bytesIn(root)
}

const copyInto = (root: string, file: string, path: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  cpSync(file, join(root, path), { dereference: true, recursive: true })
}

/** The files of the libraries of a program, and of what loads them. */
const libraries = (program: string): ReadonlyArray<string> =>
  Array.from(run("ldd", [program]).matchAll(/(\/\S+) \(0x/g), ([, file = ""]) => file)

const bytesIn = (root: string): number =>
  globSync("**", { cwd: root })
    .map((file) => statSync(join(root, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)

/** What of the folder of the build a Dockerfile copies and is not there. */
export const missingIn = ({ copies }: Image): ReadonlyArray<string> =>
  copies
    .filter(({ stage }) => stage === null)
    .flatMap(({ sources }) => sources)
    .filter((source) => !existsSync(join(repository, source)))
