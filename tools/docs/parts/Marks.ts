/**
 * Matches code in a page: a fenced block, or words between backquotes. Marks in code are shown to readers and have no
 * effect.
 */
const code = /^( *`{3,})[^]*?^\1$|`[^`\n]+`/gm

/** Replaces a pattern's matches outside a page's code. `write` gets the pattern's groups. */
export const replaceMarks = (text: string, pattern: RegExp, write: (groups: ReadonlyArray<string>) => string): string =>
  text.replaceAll(
    RegExp(`${code.source}|(${pattern.source})`, "gm"),
    (whole: string, _fence: string | undefined, mark: string | undefined, ...groups: ReadonlyArray<string>) =>
      mark === undefined ? whole : write(groups)
  )

/** Returns a page without its code. */
export const withoutCode = (text: string): string => text.replaceAll(code, "")
