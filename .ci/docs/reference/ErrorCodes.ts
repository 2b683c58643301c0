import { codeOfTag } from "../../../packages/rollcall/src/Errors.ts"
import { codes, type RollcallErrorCode } from "../../../packages/rollcall/src/RollcallError.ts"
import { issueCodes } from "../../../packages/core/src/shared/Issue.ts"
import { errorAdvice } from "./ErrorAdvice.ts"
import { cell, code, generatedPage, meaningTable, table } from "./Markdown.ts"

const isCode = (name: string): name is RollcallErrorCode => name in errorAdvice

/** The page of the codes of `RollcallError`, with what to do about each. */
export const errorsPage = (): string =>
  generatedPage(
    "Error codes",
    "Every call of the promise library that fails rejects with a `RollcallError`: a `code` for programs, a `message` for people, " +
      "`issues` of an invalid input, and the `cause` where there is one. A signal that aborts a call rejects it with its own reason instead.",
    table(
      ["code", "meaning", "the same call again", "what to do"],
      Object.entries(codes).map(([name, meaning]) => {
        if (!isCode(name)) throw new Error(`no advice about ${name}`)
        const { advice, again } = errorAdvice[name]
        return [code(name), cell(meaning), again, cell(advice)]
      })
    ),
    "With Effect the same errors are classes, which each method of the [services](services.md) has in its type. Over HTTP they are statuses: see the " +
      "[errors by operation](http-errors.md).",
    table(
      ["error of Effect", "code"],
      Object.entries(codeOfTag).map(([tag, name]) => [
        code(tag),
        name === "reason" ? "`unavailable`, `conflict` or `corrupt`, by its `reason`" : code(name)
      ])
    ),
    "## Codes of an issue",
    'An issue is one thing that is wrong with an input: its `path` in it, such as `["contacts", 3, "email"]`, its `code`, and a ' +
      "`message`. Over HTTP it is an entry of `errors` with the code as its `type` (W4). [Reasons](reasons.md) has the " +
      "other literals that outcomes have.",
    meaningTable("code", issueCodes)
  )
