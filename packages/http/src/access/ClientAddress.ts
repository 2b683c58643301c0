import { Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"

/**
 * Returns the address of a client: its IPv4 address, or the /64 network of its IPv6 address, which is what one customer
 * gets. Behind trusted proxies, it is the address that the outermost trusted proxy added to `X-Forwarded-For`. The entries
 * to its left come from the client and are ignored.
 */
export const clientAddress = (
  { headers, remoteAddress }: Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">,
  trustedProxies: number
): Option.Option<string> => {
  if (trustedProxies === 0) return Option.map(remoteAddress, networkOf)
  const forwarded = headers["x-forwarded-for"]?.split(",") ?? []
  // If entries are missing, the request didn't pass through all proxies.
  const seen = Option.fromUndefinedOr(forwarded[Math.max(0, forwarded.length - trustedProxies)])
  return Option.map(
    Option.orElse(seen, () => remoteAddress),
    (address) => networkOf(address.trim())
  )
}

/** Returns the network of an address, which may have a port. Returns any other string unchanged, up to 64 characters. */
const networkOf = (text: string): string => {
  // A fast path: most addresses are IPv4, and each request is checked.
  if (/^[\d.]+$/.test(text)) return text
  const [, bare = text] = /^\[(.*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const parsed = NetAddress.ipFromString(bare.replace(/%.*$/, ""))
  if (Result.isFailure(parsed)) return text.slice(0, maxText)
  const address = NetAddress.toCanonical(parsed.success)
  return NetAddress.isIpv4Address(address)
    ? NetAddress.formatIp(address)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(address, 64))
}

/** The longest address, with its zone, in characters. */
const maxText = 64
