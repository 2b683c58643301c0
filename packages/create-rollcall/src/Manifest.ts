type Versions = Readonly<Record<string, string>>

/** What of a package.json is read and joined here. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly scripts?: Versions
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
}

const isVersions = (value: unknown): value is Versions =>
  typeof value === "object" && value !== null && Object.values(value).every((each) => typeof each === "string")

/** Whether a value is a package.json as the templates have it. */
const isManifest = (value: unknown): value is Manifest =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).every(([name, member]) =>
    ["scripts", "dependencies", "devDependencies", "engines"].includes(name) ? isVersions(member) : true
  )

/** Reads a package.json. */
export const parseManifest = (text: string): Manifest => {
  const value: unknown = JSON.parse(text)
  if (!isManifest(value)) throw new Error("a package.json with scripts or dependencies that are no texts")
  return value
}

const sorted = (versions: Versions): Versions =>
  Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The members of several manifests together, with their dependencies in the order of their names. */
export const joinManifests = (manifests: ReadonlyArray<Manifest>): Manifest =>
  manifests.reduce((joined, next) => {
    const dependencies = sorted({ ...joined.dependencies, ...next.dependencies })
    const devDependencies = sorted({ ...joined.devDependencies, ...next.devDependencies })
    return {
      ...joined,
      ...next,
      scripts: { ...joined.scripts, ...next.scripts },
      dependencies,
      ...(Object.keys(devDependencies).length > 0 && { devDependencies })
    }
  }, {})

/** A name that npm takes, made of the name of a folder. */
export const packageName = (folder: string): string =>
  folder
    // Letters without their accents, which npm takes.
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9-~]+/g, "-")
    .replace(/^-+|-+$/g, "") || "rollcall-project"
