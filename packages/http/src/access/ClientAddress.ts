import { Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"

/**
 * Returns the address of a client: its IPv4 address, or the /64 of its IPv6 address, which is
 * what one customer has. Behind trusted proxies, it is the address that the outermost proxy saw, from
 * `X-Forwarded-For`. Entries that the client itself wrote are to the left of it.
 */
export const clientAddress = (
  { headers, remoteAddress }: Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">,
  trustedProxies: number
): Option.Option<string> => {
  if (trustedProxies === 0) return Option.map(remoteAddress, networkOf)
  const forwarded = headers["x-forwarded-for"]?.split(",") ?? []
  // If an entry is missing, the request did not pass all of the proxies.
  const seen = Option.fromUndefinedOr(forwarded[Math.max(0, forwarded.length - trustedProxies)])
  return Option.map(
    Option.orElse(seen, () => remoteAddress),
    (address) => networkOf(address.trim())
  )
}

/** The network of an address, which may have a port. Any other string is returned as it is. */
const networkOf = (text: string): string => {
  // A fast path: most addresses are IPv4, and every request reads one.
  if (/^[\d.]+$/.test(text)) return text
  const [, bare = text] = /^\[(.*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const parsed = NetAddress.ipFromString(bare.replace(/%.*$/, ""))
  if (Result.isFailure(parsed)) return text.slice(0, maxText)
  const address = NetAddress.toCanonical(parsed.success)
  return NetAddress.isIpv4Address(address)
    ? NetAddress.formatIp(address)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(address, 64))
}

/** The most characters of an address, with its zone. */
const maxText = 64
