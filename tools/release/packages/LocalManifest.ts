import { Schema } from "effect"

const Versions = Schema.Record(Schema.String, Schema.String)

/** The members of a package.json that are read here. Other members are kept. */
export const Manifest = Schema.StructWithRest(
  Schema.Struct({
    name: Schema.String,
    version: Schema.String,
    dependencies: Schema.optionalKey(Versions),
    peerDependencies: Schema.optionalKey(Versions)
  }),
  [Schema.Record(Schema.String, Schema.Unknown)]
)
export type Manifest = typeof Manifest.Type

/** Returns whether a package belongs to Rollcall, by its name. */
export const isOfRollcall = (name: string): boolean =>
  name === "rollcall" || name === "create-rollcall" || name.startsWith("@rollcall/")

/**
 * Returns the package.json of a package that is installed from files. Its Rollcall dependencies name files, so that npm
 * requests no registry for them. Fails if one of them has no file.
 */
export const localManifest = (manifest: Manifest, files: ReadonlyMap<string, string>): Manifest => {
  const asFiles = (versions: typeof Versions.Type = {}): typeof Versions.Type =>
    Object.fromEntries(
      Object.entries(versions).map(([name, version]) => {
        const file = files.get(name)
        if (file === undefined && isOfRollcall(name)) throw new Error(`${manifest.name}: ${name} was not packed`)
        return [name, file === undefined ? version : `file:${file}`]
      })
    )
  const { dependencies, peerDependencies } = manifest
  return {
    ...manifest,
    ...(dependencies !== undefined && { dependencies: asFiles(dependencies) }),
    ...(peerDependencies !== undefined && { peerDependencies: asFiles(peerDependencies) })
  }
}
