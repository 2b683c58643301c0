import { stripTypeScriptTypes } from "node:module"

/** Runs something without the warnings of Node, which are for those who wrote it. */
const withoutWarnings = <A>(run: () => A): A => {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = () => {}
  try {
    return run()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** A module of a template without its types, as a project in JavaScript has it. */
export const withoutTypes = (code: string): string =>
  withoutWarnings(() => stripTypeScriptTypes(code))
    // What is left of a type is as many spaces.
    .replace(/^ +$/gm, "")
    .replace(/, \{ *\} from/g, " from")
    .replace(/, {2,}\}/g, " }")
    .replace(/(\S) {2,}(?==)/gm, "$1 ")
    .replace(/(\S) {2,}(?=[,)(]|$)/gm, "$1")
    .trimStart()
    .replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"')
