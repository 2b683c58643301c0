/** An extension behind a number: its digits, and how much of the text it takes. */
interface Extension {
  readonly digits: string
  readonly length: number
}

/** Words and signs before an extension, in the usual languages and in links. */
const named =
  /^[\s)\],;.(]*(?:;?\s*(?:ext|isub)\s*=|\b(?:extension|extn|ext|app|durchwahl|dw|poste|interno|anexo|ramal)\b|x(?=[\s.:]*\d)|#)[\s.:#]*(\d+)[\s)\]]*/iu

/** Pauses before what is dialled once the other end answers. */
const paused = /^[\s)]*(?:,{2,}|[pw](?=\d)|;(?=\d+#))\s*(\d+)#?/i

/** A link says in which network or country a number is dialled: no part of the number. */
const context = /^\s*;\s*phone-context\s*=\s*[^\s;]*/i

/** The extension that a text begins with, which stands behind a number; null for none. */
export const extensionAfter = (text: string): Extension | null => {
  const [without = ""] = context.exec(text) ?? []
  const rest = text.slice(without.length)
  const found = named.exec(rest) ?? paused.exec(rest)
  if (found === null) return without === "" ? null : { digits: "", length: without.length }
  return { digits: found[1] ?? "", length: without.length + found[0].length }
}
