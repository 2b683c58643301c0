import { fileURLToPath } from "node:url"
import starlight from "@astrojs/starlight"
import { defineConfig, passthroughImageService } from "astro/config"
import { finish } from "../output/Finish.ts"
import { kinds } from "../pages/Contents.ts"

/** The root of the site, as a script in its folder of scripts finds it: no path is built in. */
const root = "new URL(import.meta.url.replace(/[^/]+\\/[^/]*$/, '')).pathname"

const searchBelowAnyPath = {
  name: "search-below-any-path",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    id.includes("/Search.astro?") ? code.replaceAll("import.meta.env.BASE_URL", root) : undefined
}

/** What the browser holds a page to: nothing comes from another server. The search is WebAssembly. */
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
  // Pictures are drawn as they are: nothing resizes them.
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
      // A block that is a file has its name above it; no other one has a frame.
      expressiveCode: {
        defaultProps: { overridesByLang: { "sh,bash,console": { frame: "none" } } },
        frames: { extractFileNameFromCode: false }
      },
      // What a short page is about counts for more than what a long one mentions.
      pagefind: { ranking: { pageLength: 0.4 } },
      lastUpdated: false,
      credits: false,
      // A server of files has its own answer, and only it knows how deep the path was.
      disable404Route: true
    })
  ]
})
