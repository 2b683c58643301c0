import { once } from "node:events"
import { createServer } from "node:http"

/** A receiver on the loopback that is down for its first requests. It keeps the bodies that it took. */
export const startReceiver = async (down: number) => {
  const taken: Array<{ readonly body: string; readonly headers: Record<string, string> }> = []
  let left = down
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      if (left-- > 0) {
        response.writeHead(503).end()
        return
      }
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))
      )
      taken.push({ body: Buffer.concat(chunks).toString(), headers })
      response.writeHead(204).end()
      server.emit("taken")
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    taken,
    /** Waits until so many requests were taken. */
    until: async (count: number) => {
      while (taken.length < count) await once(server, "taken")
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
