import { chownSync, cpSync, existsSync, globSync, mkdirSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { repository, run } from "../../../tools/Repository.ts"
import type { Image } from "./Image.ts"

/** The files built by the build stage, by their paths in it. */
export type Built = Readonly<Record<string, string>>

/**
 * Creates an image's files in a folder, according to its Dockerfile. Instead of the base image, the folder gets Node at
 * the base image's path, Node's libraries, and the folders for mounts. Returns the size of all files in bytes.
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

/** Returns the files of a program's libraries, including the loader. */
const libraries = (program: string): ReadonlyArray<string> =>
  Array.from(run("ldd", [program]).matchAll(/(\/\S+) \(0x/g), ([, file = ""]) => file)

const bytesIn = (root: string): number =>
  globSync("**", { cwd: root })
    .map((file) => statSync(join(root, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)

/** Returns the files that a Dockerfile copies from the build context and that do not exist. */
export const missingIn = ({ copies }: Image): ReadonlyArray<string> =>
  copies
    .filter(({ stage }) => stage === null)
    .flatMap(({ sources }) => sources)
    .filter((source) => !existsSync(join(repository, source)))
