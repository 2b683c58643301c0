/**
 * A built page as everybody can use it: a table scrolls in a box that the keyboard reaches, and the button of the search is
 * called what it shows.
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
