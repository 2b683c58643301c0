import { Result } from "effect"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"

/**
 * Networks that aren't globally reachable or lead to other networks: the IANA special-purpose registries for IPv4 and IPv6
 * (RFC 6890, as of 2025), multicast, and networks that embed an IPv4 address reached through a gateway.
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

/** The only assigned IPv6 unicast space is 2000::/3 (RFC 4291). `specialUnicast` holds the special networks within it. */
const globalUnicast = IpNetwork.fromStringUnsafe("2000::/3")
const specialUnicast = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"].map(
  IpNetwork.fromStringUnsafe
)

/**
 * Returns whether a string is a public IP address. False for private, loopback, link-local, multicast and other special
 * addresses, for IPv4 addresses in IPv6 form, and for strings that aren't addresses.
 */
export const isPublicAddress = (text: string): boolean => {
  const address = NetAddress.ipFromString(text)
  if (Result.isFailure(address)) return false
  const ip = address.success
  return NetAddress.isIpv4Address(ip)
    ? !special.some((network) => IpNetwork.contains(network, ip))
    : IpNetwork.contains(globalUnicast, ip) && !specialUnicast.some((network) => IpNetwork.contains(network, ip))
}

/** Returns the IP address in a URL's host, without brackets; null if the host is a name. */
export const addressOfHost = (hostname: string): string | null => {
  const host = hostname.replace(/^\[|\]$/g, "")
  return Result.isSuccess(NetAddress.ipFromString(host)) ? host : null
}
