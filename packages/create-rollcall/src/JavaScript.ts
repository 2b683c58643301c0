import { stripTypeScriptTypes } from "node:module"

/** Runs a function without Node's warnings. */
const withoutWarnings = <A>(run: () => A): A => {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => {}
  try {
    return run()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Removes the types from a template module, for a JavaScript project. */
export const withoutTypes = (code: string): string =>
  withoutWarnings(() => stripTypeScriptTypes(code))
    // Removed types leave lines of spaces.
    .replace(/^ +$/gm, "")
    .replace(/, \{ *\} from/g, " from")
    .replace(/, {2,}\}/g, " }")
    .replace(/(\S) {2,}(?==)/gm, "$1 ")
    .replace(/(\S) {2,}(?=[,)(]|$)/gm, "$1")
    .trimStart()
    .replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"')
