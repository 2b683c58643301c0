import { refresh } from "./Refresh.ts"

// What `npm ci` and `npm start` run: the page is built where it is not, or not any more, what its sources make.
const begun = performance.now()
const { isNew, size } = await refresh()
if (isNew) {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stderr.write(`The console is built: ${Math.round(size.gzip / 1000)} kB compressed, in ${seconds} s\n`)
}
