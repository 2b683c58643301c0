import { isPublicAddress } from "@rollcall/core/events"
import { lookup as resolve, type LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"

/** Resolves a host name to all of its addresses. */
export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

/** Resolves with the resolver of the system. */
export const systemResolve: Resolve = (hostname, callback) => resolve(hostname, { all: true }, callback)

/** The error code for a host name without a public address. */
export const addressRefused = "ERR_ROLLCALL_ADDRESS"

/**
 * Makes a lookup for `node:net` that returns only public addresses, and fails without any. `node:net` connects to the
 * returned address and doesn't resolve the name again, so a later DNS change has no effect.
 */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      if (error !== null) return callback(error, [])
      const family = options.family === 4 || options.family === 6 ? options.family : null
      const allowed = addresses.filter(
        (one) => isPublicAddress(one.address) && (family === null || one.family === family)
      )
      const [first] = allowed
      if (first === undefined) {
        const refused: NodeJS.ErrnoException = new Error("the name has no public address")
        refused.code = addressRefused
        return callback(refused, [])
      }
      return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family)
    })
