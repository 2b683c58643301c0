import { erasedHeader, toErasedHeader } from "@rollcall/api"
import type { ErasureReceipt } from "@rollcall/core/people"
import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"

/** Adds a response header with the number of erased items, because a 204 has no body. */
export const nameErased = (request: HttpServerRequest.HttpServerRequest, receipt: ErasureReceipt) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, erasedHeader, toErasedHeader(receipt)))
  ).pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, request))
