import * as Arr from "effect/Array"
import { visible } from "../../shared/Text.ts"
import { none, one, type Reading } from "./Reading.ts"

export interface WrittenEmail {
  /** The normalised form, equal for all spellings: lower case, with the domain in ASCII (IDNA). */
  readonly address: string
  /** The address as written, without surrounding text. */
  readonly text: string
}

/** Reads an e-mail address. Ignores a display name and angle brackets, and returns further addresses too. */
export const readEmail = (text: string): Reading<WrittenEmail> => plainEmail(text) ?? emailIn(text)

/** Reads a string that is only an address, the usual case. Returns undefined for any other string. */
const plainEmail = (text: string): Reading<WrittenEmail> | undefined => {
  const address = text.toLowerCase()
  return plain.test(address) ? one({ address, text }) : undefined
}

const emailIn = (text: string): Reading<WrittenEmail> => {
  const seen = visible(text).replace(schemes, "")
  const whole = plainEmail(seen)
  if (whole !== undefined) return whole
  if (seen === "") return none("empty")
  const matches = Array.from(seen.matchAll(candidate))
  // After a word and a space, the match may be the end of an address, as in `ada lovelace@example.org`.
  if (matches[0] !== undefined && word.test(seen.slice(0, matches[0].index))) return none("unclear")
  const found = matches.map(([written]) => written)
  const addresses = found.flatMap((written) => addressIn(written) ?? [])
  const [first, ...others] = Arr.dedupeWith(addresses, (a, b) => a.address === b.address)
  if (first === undefined) return none("no_address")
  if (others.length > 0) return { _tag: "Several", value: first, others }
  const rest = found.reduce((rest, written) => rest.replace(written, " "), seen)
  const remark = rest.replace(/\s+/gu, " ").trim()
  return remark === "" ? one(first) : { _tag: "WithRemark", value: first, remark }
}

/** Matches one or more `mailto:` schemes. */
const schemes = /^(?:\s*mailto:)+\s*/i

/** Matches an address that is already normalised. */
const plain =
  /^[a-z0-9_+](?:[a-z0-9._%+-]*[a-z0-9_+-])?@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

/** Matches a word and the space after it. */
const word = /[\p{L}\p{N}._%+-]\s+$/u

/** Matches a possible address: the characters around an `@`, up to the first character that an address can't contain. */
const candidate = /[^\s,;:|<>()[\]"\\@]+@+[^\s,;:|<>()[\]"\\/&?]+/gu

/** Returns the address in a matched string; null for an invalid address. */
const addressIn = (written: string): WrittenEmail | null => {
  const at = written.indexOf("@")
  const local = written.slice(0, at).replace(/^['/&.‘’“”„]+/u, "")
  const domain = written.slice(at + 1).replace(/['.!‘’“”]+$/u, "")
  const ascii = asciiDomain(domain.toLowerCase())
  if (local === "" || ascii === null) return null
  return { address: `${local.toLowerCase().normalize("NFC")}@${ascii}`, text: `${local}@${domain}` }
}

const label = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?"
const domainPattern = new RegExp(`^${label}(?:\\.${label})*$`)

/** Returns a domain in the ASCII form used for DNS; null for an invalid domain. */
const asciiDomain = (domain: string): string | null => {
  if (domainPattern.test(domain)) return domain
  // Only non-ASCII letters need the slower IDNA conversion.
  if (!/[^\0-\x7f]/.test(domain)) return null
  const host = URL.parse(`http://${domain}/`)?.hostname.replace(/\.$/, "") ?? ""
  return domainPattern.test(host) ? host : null
}
