/**
 * Makes a built page accessible: tables scroll in a box that the keyboard reaches, and the search button's label is its
 * visible text.
 */
export const accessible = (html: string): string =>
  html
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replace('aria-label="Search" aria-keyshortcuts', "aria-keyshortcuts")
    .replace(
      /<span class="sl-hidden md:sl-block([^"]*)" aria-hidden="true">Search</,
      '<span class="search-name$1">Search<'
    )
