import type { Api } from "@rollcall/api"
import type { Schema } from "effect"
import type { HttpApi, HttpApiGroup, HttpApiSchema } from "effect/http-api"

type Group = typeof Api extends HttpApi.HttpApi<string, infer Groups> ? Groups : never
type Endpoint = HttpApiGroup.Endpoints<Group>

type NameOf<E> = E extends { readonly method: infer Method extends string; readonly path: infer Path extends string }
  ? `${Method} ${Path}`
  : never

/** The endpoints of the API by method and path. */
type Endpoints = { readonly [E in Endpoint as NameOf<E>]: E }

/** An operation of the API: its method and its path, such as `GET /v1/contacts/:contact_uuid`. */
export type OperationName = keyof Endpoints

/** The encoded side of a schema that an endpoint has wrapped. The page decodes nothing. */
type EncodedOf<S> = S extends Schema.toCodecJson<infer Inner> | Schema.toCodecStringTree<infer Inner>
  ? Inner["Encoded"]
  : S extends HttpApiSchema.WithHeaders<infer Body, Schema.Top>
    ? EncodedOf<Body>
    : never

/** A member of a request: absent if the endpoint does not have it, and optional if nothing in it is required. */
type Member<Name extends string, S, A> = [S] extends [never]
  ? unknown
  : Partial<EncodedOf<S>> extends EncodedOf<S>
    ? { readonly [Key in Name]?: A }
    : { readonly [Key in Name]: A }

/** A query as the page has it. Integers and booleans are sent as strings; empty values are left out. */
type QueryValues<Q> = {
  readonly [Key in keyof Q]:
    | Q[Key]
    | (string extends Q[Key] ? number : "true" extends Q[Key] ? boolean : never)
    | (undefined extends Q[Key] ? "" | null : never)
    | (Partial<Pick<Q, Key>> extends Pick<Q, Key> ? "" | null | undefined : never)
}

/** The request of an operation. */
export type RequestOf<Name extends OperationName> = { readonly signal?: AbortSignal } & Member<
  "params",
  Endpoints[Name]["~Params"],
  EncodedOf<Endpoints[Name]["~Params"]>
> &
  Member<"query", Endpoints[Name]["~Query"], QueryValues<EncodedOf<Endpoints[Name]["~Query"]>>> &
  Member<"body", Endpoints[Name]["~Payload"], EncodedOf<Endpoints[Name]["~Payload"]>>

/** The response of a successful operation; undefined if empty. With two statuses, a union. */
export type AnswerOf<Name extends OperationName> = EncodedOf<Endpoints[Name]["~Success"]>

/** Operations without required parameters. */
export type BareOperation = {
  [Name in OperationName]: { readonly signal: AbortSignal } extends RequestOf<Name> ? Name : never
}[OperationName]
