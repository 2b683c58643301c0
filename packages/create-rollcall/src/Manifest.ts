type Versions = Readonly<Record<string, string>>

/** The members of a package.json that are read and merged here. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly scripts?: Versions
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
}

const isVersions = (value: unknown): value is Versions =>
  typeof value === "object" && value !== null && Object.values(value).every((each) => typeof each === "string")

/** Returns whether a value has the form of a template's package.json. */
const isManifest = (value: unknown): value is Manifest =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).every(([name, member]) =>
    ["scripts", "dependencies", "devDependencies", "engines"].includes(name) ? isVersions(member) : true
  )

export const parseManifest = (text: string): Manifest => {
  const value: unknown = JSON.parse(text)
  if (!isManifest(value)) throw new Error("a package.json with scripts or dependencies that are no texts")
  return value
}

const sorted = (versions: Versions): Versions =>
  Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Merges manifests, with dependencies sorted by name. */
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

/** Returns a valid npm package name for a folder name. */
export const packageName = (folder: string): string =>
  folder
    // npm accepts letters without accents.
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9-~]+/g, "-")
    .replace(/^-+|-+$/g, "") || "rollcall-project"
