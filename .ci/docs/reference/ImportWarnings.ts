import { importWarnings } from "../../../packages/contact-files/src/rows/ImportWarnings.ts"
import { generatedPage, meaningTable } from "./Markdown.ts"

/** The page of what an import of a file warns of. */
export const importWarningsPage = (): string =>
  generatedPage(
    "Import warnings",
    "What `rollcall contacts import` finds doubtful about a row. The row is imported as it is, and its warning is counted, printed and " +
      "written to the `--report`; with `--strict` the row fails instead, with the warning as its reason. Why a row failed " +
      "otherwise is on the page of [reasons](reasons.md). [The command line](../how-to/command-line.md) shows how a file is read.",
    meaningTable("warning", importWarnings)
  )
