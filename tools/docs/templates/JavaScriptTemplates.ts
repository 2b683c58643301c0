import { globSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { read, repository } from "../../Repository.ts"
import type { WholeFile } from "./WholeFile.ts"

const templates = "packages/create-rollcall/templates"

/** A module of a template without its types: a project in JavaScript has that one. */
const withoutTypes = (code: string): string =>
  stripTypeScriptTypes(code)
    // What is left of a type is as many spaces.
    .replace(/^ +$/gm, "")
    .replace(/, \{ *\} from/g, " from")
    .replace(/, {2,}\}/g, " }")
    .replace(/(\S) {2,}(?=[,)=(]|$)/gm, "$1")
    .trimStart()
    .replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"')

/** The modules of the templates in JavaScript, each beside the one that it is made of. */
export const javaScriptTemplates = (): ReadonlyArray<WholeFile> =>
  globSync(`${templates}/**/*.ts`, { cwd: repository })
    .sort()
    .map((file) => ({ file: file.replace(/\.ts$/, ".js"), text: withoutTypes(read(file)) }))
