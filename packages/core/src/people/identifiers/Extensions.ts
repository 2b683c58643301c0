/** An extension after a number: its digits, and the length of the matched string. */
interface Extension {
  readonly digits: string
  readonly length: number
}

/** Matches an extension with a word or sign before it, in the usual languages and in links. */
const named =
  /^[\s)\],;.(]*(?:;?\s*(?:ext|isub)\s*=|\b(?:extension|extn|ext|app|durchwahl|dw|poste|interno|anexo|ramal)\b|x(?=[\s.:]*\d)|#)[\s.:#]*(\d+)[\s)\]]*/iu

/** Matches an extension after a dialling pause. */
const paused = /^[\s)]*(?:,{2,}|[pw](?=\d)|;(?=\d+#))\s*(\d+)#?/i

/** Matches the `phone-context` of a `tel:` link, which names the network or country and is not part of the number. */
const context = /^\s*;\s*phone-context\s*=\s*[^\s;]*/i

/** Reads the extension at the start of the string after a number; null without an extension. */
export const extensionAfter = (text: string): Extension | null => {
  const [without = ""] = context.exec(text) ?? []
  const rest = text.slice(without.length)
  const found = named.exec(rest) ?? paused.exec(rest)
  if (found === null) return without === "" ? null : { digits: "", length: without.length }
  return { digits: found[1] ?? "", length: without.length + found[0].length }
}
