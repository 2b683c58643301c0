import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** The driver's codecs, except that a `bigint` is read as a number. */
export const types = PgTypes.makeRegistry()

/**
 * Reads a `bigint` as a number. Every `bigint` in this package is a count or a timestamp in milliseconds, far below
 * 2^53. Row schemas reject greater numbers, because they would not be exact.
 */
const safeBigint: PgTypes.Codec<number | bigint> = {
  encode: (value) => PgTypes.encode(BigInt(value), PgTypes.OID.int8),
  decode: (bytes) => Result.succeed(readInt64(bytes, 0)),
  read: (bytes, offset) => Result.succeed(readInt64(bytes, offset))
}

const readInt64 = (bytes: Uint8Array, offset: number): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 8)
  return view.getInt32(0) * 2 ** 32 + view.getUint32(4)
}

types.register(PgTypes.OID.int8, safeBigint, { arrayOid: PgTypes.OID.int8Array })
