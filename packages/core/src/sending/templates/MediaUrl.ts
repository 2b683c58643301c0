import { Result } from "effect"
import * as NetAddress from "effect/net/NetAddress"
import { isLonger } from "../../shared/Text.ts"

/** The longest media URL, in characters. */
export const maxMediaUrlLength = 2_048

/**
 * Returns why a media URL is refused; undefined if it is allowed. The URL must use https, have no credentials, and contain
 * no address of this machine or a private network. The messaging platform fetches the URL, not Rollcall.
 *
 * @see docs/contributing/decisions.md, B17
 */
export const mediaUrlProblem = (text: string): string | undefined => {
  if (isLonger(text, maxMediaUrlLength)) return `must have at most ${maxMediaUrlLength} characters`
  const url = URL.parse(text)
  if (url === null || url.protocol !== "https:") return "must be an https URL"
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password"
  return isPrivateHost(url.hostname) ? "must not point to a private address" : undefined
}

const isPrivateHost = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  if (host === "localhost" || host.endsWith(".localhost")) return true
  const address = NetAddress.ipFromString(host)
  if (Result.isFailure(address)) return false
  const ip = address.success
  if (NetAddress.isUnspecified(ip) || NetAddress.isLoopback(ip) || NetAddress.isLinkLocal(ip)) return true
  return NetAddress.isIpv4Address(ip)
    ? NetAddress.isPrivate(ip)
    : NetAddress.isUniqueLocal(ip) || NetAddress.isIpv4Mapped(ip)
}
