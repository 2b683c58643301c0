import { Uuid } from "@rollcall/core/operations"
import { Argument } from "effect/cli"
import { argument, limit, on } from "../../targets/Flags.ts"
import { targetCommands } from "../../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepImports.ts"))

export const importCommands = [
  command(
    "imports",
    "List the imported files, newest first.",
    { limit: limit("The maximum number of files to print", 1_000) },
    ({ listImports }) => listImports
  ),
  command(
    "undo-import",
    "Undo an import, after asking: remove the contacts that it created, and restore the others. What was changed since stays.",
    {
      uuid: argument("uuid", "The UUID of the file, as `contacts imports` prints it").pipe(Argument.withSchema(Uuid)),
      yes: on("yes", "Don't ask. Required without a terminal")
    },
    ({ undoImport }) => undoImport
  )
] as const
