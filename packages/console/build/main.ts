import { refresh } from "./Refresh.ts"

// What `npm ci` and `npm start` run: the page is built where it is not, or not any more, what its sources make.
const begun = performance.now()
const { isNew, size } = await refresh()
if (isNew) {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const [gzip, brotli] = [size.gzip, size.brotli].map((bytes) => Math.round(bytes / 1000))
  process.stderr.write(`The console is built: ${gzip} kB in gzip, ${brotli} kB in Brotli, in ${seconds} s\n`)
}
