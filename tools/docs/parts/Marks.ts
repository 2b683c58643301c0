/** Code of a page: a block between fences, or words between backquotes. Marks in it are shown to readers, and mean nothing. */
const code = /^( *`{3,})[^]*?^\1$|`[^`\n]+`/gm

/** Replaces what a pattern finds in a page outside of its code. `write` gets the groups of the pattern. */
export const replaceMarks = (text: string, pattern: RegExp, write: (groups: ReadonlyArray<string>) => string): string =>
  text.replaceAll(
    RegExp(`${code.source}|(${pattern.source})`, "gm"),
    (whole: string, _fence: string | undefined, mark: string | undefined, ...groups: ReadonlyArray<string>) =>
      mark === undefined ? whole : write(groups)
  )

/** A page without its code. */
export const withoutCode = (text: string): string => text.replaceAll(code, "")
