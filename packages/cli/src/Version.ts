import { Schema } from "effect"
import { readFileSync } from "node:fs"

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

export const version: string = Schema.decodeUnknownSync(Manifest)(
  readFileSync(new URL("../package.json", import.meta.url), "utf8")
).version
