import { BroadcastUuid, IdGenerator, WorkspaceUuid } from "@rollcall/core"
import { ReceivedMessageUuid } from "@rollcall/core/operations"
import { BroadcastStore, ReceivedMessageStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Predicate, Schema } from "effect"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { virtualClock } from "rollcall/testing"
import { receivedMessage, type Request } from "./Step.ts"
import { walk } from "./Walk.ts"

/** A request as it was sent, and its answer. A part that a request does not have is null. */
interface Exchange {
  readonly summary: string
  readonly parameters: { readonly [name: string]: string | number }
  readonly body: Schema.Json
  readonly status: number
  readonly answer: Schema.Json
}

/** The examples of an operation. */
interface Exchanges {
  readonly success: Exchange
  readonly error: Exchange | null
}

/** The workspace of the walk. */
const workspace = WorkspaceUuid.make("0195b1c8-2800-7000-8000-000000000005")

/** What no request of the walk can make: a person wrote to the workspace of the walk. */
const received = ReceivedMessageStore.use((store) =>
  store.add([
    {
      uuid: ReceivedMessageUuid.make(receivedMessage),
      workspaceUuid: workspace,
      channelMessageId: "wamid.1",
      from: "4930901820",
      username: "ana.lima",
      to: "493090180",
      at: DateTime.makeUnsafe("2027-03-01T08:59:00Z"),
      kind: "text",
      text: "Can I come at ten instead?",
      asksToStop: null
    }
  ])
)

/** Makes a store in which the opt-outs of a broadcast can be held. */
const makeHold = () => {
  let held: BroadcastStore["Service"] | undefined
  const broadcasts = Effect.map(BroadcastStore, (store) => {
    held = store
  })
  const hold = async (uuid: string) => {
    if (held === undefined) throw new Error("The storage of the walk is not there.")
    await Effect.runPromise(held.decideOptOuts({ workspace, broadcast: BroadcastUuid.make(uuid) }, "held"))
  }
  return { broadcasts, hold }
}

/** What the document says of where operations are. */
const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Struct({ operationId: Schema.String })))
})

/** The member of an answer at a path, such as `pagination.next`. */
const memberOf = (answer: unknown, path: string): unknown =>
  path.split(".").reduce((value, name) => (Predicate.isReadonlyObject(value) ? value[name] : undefined), answer)

/**
 * Takes the walk on a server, and returns the exchanges by operation. Time stands still but where the walk moves it on,
 * and uuids are counted, so that it is the same every time. Throws where an answer has another status than the
 * walk says.
 */
export const takeWalk = async () => {
  const clock = virtualClock(new Date(Date.UTC(2027, 2, 1, 9)))
  let ids = 0
  const counted = Effect.sync(() => `0195b1c8-2800-7000-8000-${(++ids).toString(16).padStart(12, "0")}`)
  const storage = memory()
  const { broadcasts, hold } = makeHold()
  const rollcall = await createRollcall({
    storage: {
      ...storage,
      layer: Layer.provideMerge(Layer.effectDiscard(Effect.andThen(received, broadcasts)), storage.layer)
    },
    channel: simulator({ seed: "examples" }),
    clock: { layer: Layer.merge(clock.layer, Layer.succeed(IdGenerator, counted)) },
    http: { authorize: () => ({ workspace: "clinic", actor: "0195b1c8-2800-7000-8000-0000000000ff" }) }
  })
  const ask = async (method: string, path: string, body: string | null) => {
    const response = await rollcall.fetch(new globalThis.Request(`http://localhost${path}`, { method, body }))
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
    return { status: response.status, text: isStream ? await firstEvent(response) : await response.text() }
  }
  try {
    const document = (await ask("GET", "/openapi.json", null)).text
    const { paths } = Schema.decodeSync(Schema.fromJsonString(Document))(document)
    const places = new Map(
      Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, { operationId }]) => [operationId, { method, path }] as const)
      )
    )
    const kept = new Map<string, string>()
    const filled = <A>(value: A, codec: Schema.Codec<A, string>): A =>
      Schema.decodeSync(codec)(
        Schema.encodeSync(codec)(value).replaceAll(/\$(\w+)/g, (_, name: string) => kept.get(name) ?? name)
      )
    const placeOf = (operation: string) => {
      const place = places.get(operation)
      if (place === undefined) throw new Error(`The walk has a step for ${operation}, which is no operation.`)
      return place
    }
    const exchange = async (operation: string, request: Request): Promise<Exchange> => {
      const path = filled(request.path ?? {}, Texts)
      const body = request.body === undefined ? null : filled(request.body, Body)
      const parameters = filled(request.query ?? {}, Parameters)
      const query = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)])
      const place = placeOf(operation)
      const url = place.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "")
      const search = query.length === 0 ? "" : `?${new URLSearchParams(query).toString()}`
      const text = body === null ? null : JSON.stringify(body)
      const answer = await ask(place.method.toUpperCase(), url + search, text)
      if (answer.status !== request.status) {
        throw new Error(
          `${operation} (${request.summary}): ${answer.status} in place of ${request.status}, ${answer.text}`
        )
      }
      return {
        summary: request.summary,
        parameters: { ...path, ...parameters },
        body,
        status: answer.status,
        answer: answer.text === "" ? null : Schema.decodeSync(Body)(withSampleSecret(answer.text))
      }
    }
    const exchanges: Record<string, Exchanges> = {}
    for (const { error, isExample = true, keep, operation, ...request } of walk) {
      if (request.after !== undefined) await clock.advance(request.after)
      if (request.held !== undefined) await hold(filled(request.held, Schema.String))
      const success = await exchange(operation, request)
      if (keep !== undefined) {
        const value = memberOf(success.answer, keep[1])
        if (typeof value === "string") kept.set(keep[0], value)
      }
      if (isExample)
        exchanges[operation] ??= { success, error: error ? await exchange(operation, { ...request, ...error }) : null }
    }
    return { document, operations: [...places.keys()], exchanges }
  } finally {
    await rollcall.close()
  }
}

/** The data of the first event of a stream, which has no end. */
const firstEvent = async ({ body }: Response): Promise<string> => {
  let text = ""
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    const data = /^id: .*\ndata: (.*)\n\n/m.exec(text)?.[1]
    if (data !== undefined) return data
  }
  throw new Error(`The stream ended without an event: ${text}`)
}

/** A secret and a token are others each time: examples show these. */
const withSampleSecret = (answer: string): string =>
  answer
    .replace(/"whsec_[A-Za-z0-9+/=]+"/, '"whsec_c2FtcGxlIHNlY3JldCBvZiBhIHdlYmhvb2s="')
    .replace(/"rollcall_[\w-]{43}"/, '"rollcall_c2FtcGxlIG9mIGEgdG9rZW4gdGhhdCBvcGVucyBub28"')
    .replace(/"rollcall_[\w-]{6}"/, '"rollcall_c2FtcG"')

const Texts = Schema.fromJsonString(Schema.Record(Schema.String, Schema.String))
const Parameters = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite])))
const Body = Schema.fromJsonString(Schema.Json)
