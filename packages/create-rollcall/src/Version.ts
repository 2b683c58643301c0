import { readFileSync } from "node:fs"
import { parseManifest } from "./Manifest.ts"

/** The version of this package, the same as of `rollcall`. */
export const version: string =
  parseManifest(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version ?? ""
