import * as Arr from "effect/Array"
import { visible } from "../../shared/Text.ts"
import { none, one, type Reading } from "./Reading.ts"

/** An e-mail address. */
export interface WrittenEmail {
  /** The form in which two spellings of it are equal: in lower case, the domain in ASCII (IDNA). */
  readonly address: string
  /** The address as it is written, without what stands around it. */
  readonly text: string
}

/**
 * Reads an e-mail address. A display name, angle brackets and further addresses make no difference; a text without an
 * address is no e-mail.
 */
export const readEmail = (text: string): Reading<WrittenEmail> => plainEmail(text) ?? emailIn(text)

/** An address and nothing else, as most texts are; undefined for any other text. */
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
  // Behind a word and a space an address may be the end of one, as in `ada lovelace@example.org`.
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

/** The scheme of addresses in links, maybe repeated. */
const schemes = /^(?:\s*mailto:)+\s*/i

/** An address that is its own normal form. */
const plain =
  /^[a-z0-9_+](?:[a-z0-9._%+-]*[a-z0-9_+-])?@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

/** A word and the space behind it. */
const word = /[\p{L}\p{N}._%+-]\s+$/u

/** A candidate for an address: the characters around an `@`, up to the first that no address has. */
const candidate = /[^\s,;:|<>()[\]"\\@]+@+[^\s,;:|<>()[\]"\\/&?]+/gu

/** The address in a text that could be one; null for none. */
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

/** A domain as it is looked up; null if it isn't a domain. */
const asciiDomain = (domain: string): string | null => {
  if (domainPattern.test(domain)) return domain
  // Only letters outside of ASCII need a table.
  if (!/[^\0-\x7f]/.test(domain)) return null
  const host = URL.parse(`http://${domain}/`)?.hostname.replace(/\.$/, "") ?? ""
  return domainPattern.test(host) ? host : null
}
