import { fileURLToPath } from "node:url"
import starlight from "@astrojs/starlight"
import { defineConfig, passthroughImageService } from "astro/config"
import { finish } from "../output/Finish.ts"
import { kinds } from "../pages/Contents.ts"

/** An expression for the site's root, evaluated in a script in the scripts folder, so that no path is built in. */
const root = "new URL(import.meta.url.replace(/[^/]+\\/[^/]*$/, '')).pathname"

const searchBelowAnyPath = {
  name: "search-below-any-path",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    id.includes("/Search.astro?") ? code.replaceAll("import.meta.env.BASE_URL", root) : undefined
}

/** The content security policy: nothing is loaded from other servers. The search uses WebAssembly. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'"
].join("; ")

export default defineConfig({
  outDir: "./dist/html",
  publicDir: "./dist/public",
  cacheDir: "./dist/cache",
  trailingSlash: "always",
  prefetch: false,
  // Pictures are not resized.
  image: { service: passthroughImageService() },
  vite: { plugins: [searchBelowAnyPath] },
  integrations: [
    { name: "finish", hooks: { "astro:build:done": ({ dir }) => finish(fileURLToPath(dir)) } },
    starlight({
      title: "Rollcall",
      head: [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy } }],
      customCss: ["./src/styles/theme.css"],
      sidebar: kinds().map(({ name, entries }) => ({ label: name, items: [...entries] })),
      markdown: { processedDirs: ["./dist/pages"] },
      // A block that is a file shows its name. Other blocks have no frame.
      expressiveCode: {
        defaultProps: { overridesByLang: { "sh,bash,console": { frame: "none" } } },
        frames: { extractFileNameFromCode: false }
      },
      // A short page about a term ranks above a long page that mentions it.
      pagefind: { ranking: { pageLength: 0.4 } },
      lastUpdated: false,
      credits: false,
      // A file server has its own 404 page, because only the server knows the path's depth.
      disable404Route: true
    })
  ]
})
