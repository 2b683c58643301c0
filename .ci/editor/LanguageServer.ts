import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Schema } from "effect"
import { repository } from "../Repository.ts"

const Message = Schema.fromJsonString(
  Schema.Struct({
    id: Schema.optional(Schema.Union([Schema.Int, Schema.String])),
    method: Schema.optional(Schema.String),
    result: Schema.optional(Schema.Unknown),
    error: Schema.optional(Schema.Struct({ message: Schema.String }))
  })
)

const Hover = Schema.NullOr(Schema.Struct({ contents: Schema.Struct({ value: Schema.String }) }))
const Completions = Schema.Struct({ items: Schema.Array(Schema.Struct({ label: Schema.String })) })
const Diagnostics = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      message: Schema.String,
      severity: Schema.optional(Schema.Int),
      range: Schema.Struct({ start: Schema.Struct({ line: Schema.Int, character: Schema.Int }) })
    })
  )
})

const errorSeverity = 1

/** A file as an editor has it open. */
export interface OpenFile {
  readonly path: string
  readonly text: string
}

/** An error that the compiler finds in a file. */
interface FoundError {
  /** The line, from 0. */
  readonly line: number
  readonly message: string
}

/** The language server of the compiler, as editors use it. */
export interface LanguageServer extends AsyncDisposable {
  readonly open: (file: OpenFile) => void
  /** Returns what is shown at an offset of a file: the signature and the documentation, as Markdown. */
  readonly hover: (file: OpenFile, offset: number) => Promise<string>
  /** Returns what is offered at an offset of a file. */
  readonly completions: (file: OpenFile, offset: number) => Promise<ReadonlyArray<string>>
  readonly errors: (file: OpenFile) => Promise<ReadonlyArray<FoundError>>
}

/** Starts the language server that comes with the compiler, for a folder with a `tsconfig.json`. */
export const startLanguageServer = async (folder: string): Promise<LanguageServer> => {
  const server = spawn(join(repository, "node_modules/.bin/tsc"), ["--lsp", "--stdio"], {
    cwd: folder,
    // When it ends it says that something was cancelled.
    stdio: ["pipe", "pipe", "ignore"],
    // A server that does not answer, or does not end, is ended: all that wait for it fail.
    timeout: 180_000,
    killSignal: "SIGKILL"
  })
  const request = makeRequests(server)
  await request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { hover: { contentFormat: ["markdown"] }, diagnostic: {} } }
  })
  request.notify("initialized", {})
  return {
    open: ({ path, text }) =>
      request.notify("textDocument/didOpen", {
        textDocument: { uri: pathToFileURL(path).href, languageId: "typescript", version: 1, text }
      }),
    hover: async (file, offset) => {
      const found = Schema.decodeUnknownSync(Hover)(await request("textDocument/hover", placeIn(file, offset)))
      return found?.contents.value ?? ""
    },
    completions: async (file, offset) => {
      const found = await request("textDocument/completion", placeIn(file, offset))
      return Schema.decodeUnknownSync(Completions)(found).items.map(({ label }) => label)
    },
    errors: async ({ path }) => {
      const found = await request("textDocument/diagnostic", { textDocument: { uri: pathToFileURL(path).href } })
      return Schema.decodeUnknownSync(Diagnostics)(found).items.flatMap(({ message, range, severity }) =>
        (severity ?? errorSeverity) === errorSeverity ? [{ line: range.start.line, message }] : []
      )
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(server, "exit")
      await request("shutdown")
      request.notify("exit")
      await ended
    }
  }
}

const placeIn = ({ path, text }: OpenFile, offset: number) => {
  const before = text.slice(0, offset).split("\n")
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  return { textDocument: { uri: pathToFileURL(path).href }, position }
}

/** Sends requests to a server over its standard streams, and answers those that it sends with null. */
const makeRequests = (server: ChildProcess) => {
  const { stdin, stdout } = server
  if (stdin === null || stdout === null) throw new Error("the language server has no streams")
  const waiting = new Map<unknown, PromiseWithResolvers<unknown>>()
  let [sent, received] = [0, Buffer.alloc(0)]

  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message })
    stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  const receive = (text: string): void => {
    const { error, id, method, result } = Schema.decodeSync(Message)(text)
    if (id === undefined) return
    if (method !== undefined) return send({ id, result: null })
    const answer = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) answer?.resolve(result)
    else answer?.reject(new Error(error.message))
  }

  stdout.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const head = received.indexOf("\r\n\r\n")
      if (head === -1) return
      const length = Number(/Content-Length: (\d+)/i.exec(received.toString("latin1", 0, head))?.[1])
      const end = head + 4 + length
      if (received.length < end) return
      const body = received.toString("utf8", head + 4, end)
      received = received.subarray(end)
      receive(body)
    }
  })
  server.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("the language server has ended"))
  })

  const request = async (method: string, params?: object): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++sent, answer)
    send({ id: sent, method, params })
    return await answer.promise
  }
  return Object.assign(request, { notify: (method: string, params?: object) => send({ method, params }) })
}
