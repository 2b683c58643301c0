import { createServer, type Server } from "node:http"
import { readFile } from "node:fs/promises"
import { extname, join, normalize } from "node:path"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm"
}

/** Serves a folder below a path, like any file server. */
export const serve = async (
  folder: string,
  prefix: string
): Promise<{ readonly server: Server; readonly origin: string }> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const inside = pathname.startsWith(prefix) ? normalize(decodeURIComponent(pathname.slice(prefix.length))) : ".."
    const file = inside === "." || inside.endsWith("/") ? join(inside, "index.html") : inside
    readFile(file.startsWith("..") ? "" : join(folder, file)).then(
      (content) => {
        response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
        response.end(content)
      },
      () => response.writeHead(404).end()
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return { server, origin: `http://127.0.0.1:${address.port}` }
}
