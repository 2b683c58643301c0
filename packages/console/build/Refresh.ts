import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import type { PageSize } from "./Embed.ts"

const repository = join(import.meta.dirname, "../../..")
const dist = join(import.meta.dirname, "../dist")
const [built, record] = [join(dist, "index.js"), join(dist, ".inputs")]

/** What decides how the page is built, beside its modules. */
const always = [
  "package-lock.json",
  "packages/console/src/icon.svg",
  ...["Bundle", "Embed", "Refresh"].map((name) => `packages/console/build/${name}.ts`)
]

/** What a build was made of: its files by their hashes, and the modules of others that are inside. */
interface Inputs {
  readonly files: Readonly<Record<string, string>>
  readonly modules: ReadonlyArray<string>
  readonly size: PageSize
}

/** What a build says of itself. */
export interface Built extends Inputs {
  /** Whether it was made now, and not before. */
  readonly isNew: boolean
}

/** Builds the page if it is not built yet, or if a file that it is made of has changed since. */
export const refresh = async (): Promise<Built> => {
  const before = recorded()
  if (before !== undefined && isCurrent(before)) return { ...before, isNew: false }
  // They are large, and not needed by most starts.
  const [{ buildPage }, { embed }] = await Promise.all([import("./Bundle.ts"), import("./Embed.ts")])
  const page = await buildPage()
  const { code, size } = embed(page)
  const [theirs, ours] = [page.modules.filter(isInstalled), page.modules.filter((id) => !isInstalled(id))]
  const files = [...always, ...ours.filter((id) => existsSync(id)).map((id) => relative(repository, id))]
  const inputs: Inputs = {
    files: Object.fromEntries([...new Set(files)].sort().map((file) => [file, hashOf(file)])),
    modules: theirs.map((id) => relative(repository, id)),
    size
  }
  mkdirSync(dist, { recursive: true })
  replace(built, code)
  replace(record, recordOf(inputs))
  return { ...inputs, isNew: true }
}

const isInstalled = (id: string): boolean => id.includes("/node_modules/")

const hashOf = (file: string): string =>
  existsSync(join(repository, file))
    ? createHash("sha256")
        .update(readFileSync(join(repository, file)))
        .digest("base64url")
    : ""

const isCurrent = ({ files }: Inputs): boolean => Object.entries(files).every(([file, hash]) => hashOf(file) === hash)

/** Reads the record of the last build, a line for each thing. */
const recorded = (): Inputs | undefined => {
  if (!existsSync(built) || !existsSync(record)) return undefined
  const lines = readFileSync(record, "utf8")
    .split("\n")
    .map((line) => line.split(" "))
  const of = (kind: string) => lines.flatMap(([first, ...rest]) => (first === kind ? [rest] : []))
  const [[gzip, brotli, first] = []] = of("size")
  return {
    files: Object.fromEntries(of("file").map(([hash = "", ...path]) => [path.join(" "), hash])),
    modules: of("module").map((path) => path.join(" ")),
    size: { gzip: Number(gzip), brotli: Number(brotli), first: Number(first) }
  }
}

const recordOf = ({ files, modules, size }: Inputs): string =>
  [
    `size ${size.gzip} ${size.brotli} ${size.first}`,
    ...Object.entries(files).map(([file, hash]) => `file ${hash} ${file}`),
    ...modules.map((path) => `module ${path}`)
  ].join("\n")

/** Another process may read the file or write it too: it has one content or the other. */
const replace = (file: string, text: string): void => {
  const own = `${file}.${process.pid}`
  writeFileSync(own, text)
  renameSync(own, file)
}
