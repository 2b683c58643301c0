import { parseArgs } from "node:util"
import { packages } from "../../Repository.ts"
import { packed, packedFiles, packLocal } from "./PackLocal.ts"

// The last step of `npm run pack`, after a build: packs every package into a file that projects on this machine
// install.

if (process.env["npm_config_absolute"] !== undefined) {
  throw new Error("npm kept --absolute for itself. Flags come after --, as in: npm run pack -- --absolute")
}
const { values } = parseArgs({ options: { absolute: { type: "boolean", default: false } } })
packLocal(values.absolute)
console.log(`Packed ${packages.length} packages into ${packed}

In your project, run:

  npm install effect ${packedFiles().get("rollcall")}`)
