import { Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"

/**
 * Returns what counts as the address that a request comes from: an IPv4 address, or the /64 of an IPv6 address, which is
 * what one customer has. Behind so many trusted proxies it is the address that the outermost of them saw, from
 * `X-Forwarded-For`; whatever a client itself writes there is to the left of it.
 */
export const clientAddress = (
  { headers, remoteAddress }: Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">,
  trustedProxies: number
): Option.Option<string> => {
  if (trustedProxies === 0) return Option.map(remoteAddress, networkOf)
  const forwarded = headers["x-forwarded-for"]?.split(",") ?? []
  // Where an entry is missing the request did not come through all of the proxies.
  const seen = Option.fromUndefinedOr(forwarded[Math.max(0, forwarded.length - trustedProxies)])
  return Option.map(
    Option.orElse(seen, () => remoteAddress),
    (address) => networkOf(address.trim())
  )
}

/** The network of an address, which may have a port. Any other text stands for itself. */
const networkOf = (text: string): string => {
  // Most addresses are this one kind, and are read for each request.
  if (/^[\d.]+$/.test(text)) return text
  const [, bare = text] = /^\[(.*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const parsed = NetAddress.ipFromString(bare.replace(/%.*$/, ""))
  if (Result.isFailure(parsed)) return text.slice(0, maxText)
  const address = NetAddress.toCanonical(parsed.success)
  return NetAddress.isIpv4Address(address)
    ? NetAddress.formatIp(address)
    : IpNetwork.format(IpNetwork.fromAddressUnsafe(address, 64))
}

/** The longest text of an address, with its zone. */
const maxText = 64
