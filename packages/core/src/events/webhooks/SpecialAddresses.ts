import { Result } from "effect"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"

/**
 * Networks that are not globally reachable, or lead to others: the IANA registries of special-purpose addresses for
 * IPv4 and IPv6 (RFC 6890, as of 2025), multicast, and the networks whose addresses hold an IPv4 address that a
 * gateway would connect to.
 */
const special = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4"
].map(IpNetwork.fromStringUnsafe)

/** Of IPv6 only the space of global unicast is assigned (RFC 4291); these are the special networks in it. */
const globalUnicast = IpNetwork.fromStringUnsafe("2000::/3")
const specialUnicast = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"].map(
  IpNetwork.fromStringUnsafe
)

/**
 * Whether a text is an IP address of the public internet. False for private, loopback, link-local, multicast and other
 * special addresses, for IPv4 addresses in IPv6 form, and for a text that is no address.
 */
export const isPublicAddress = (text: string): boolean => {
  const address = NetAddress.ipFromString(text)
  if (Result.isFailure(address)) return false
  const ip = address.success
  return NetAddress.isIpv4Address(ip)
    ? !special.some((network) => IpNetwork.contains(network, ip))
    : IpNetwork.contains(globalUnicast, ip) && !specialUnicast.some((network) => IpNetwork.contains(network, ip))
}

/** The IP address that the host of a URL is, without brackets; null for a name. */
export const addressOfHost = (hostname: string): string | null => {
  const host = hostname.replace(/^\[|\]$/g, "")
  return Result.isSuccess(NetAddress.ipFromString(host)) ? host : null
}
