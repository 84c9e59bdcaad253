import { ChromiumRenderer } from '../../src/media/browser/chromium-renderer.ts'
import { egressProxies } from '../../src/media/fetch/egress-proxy.ts'
import { AppError } from '../../src/platform/errors.ts'
import { createLog } from '../../src/platform/log.ts'

// Starts a browser by a page that is refused, and prints why. The browser stays for the next page.
const renderer = new ChromiumRenderer({
  env: process.env,
  openEgressProxy: egressProxies({ log: createLog('silent') }),
})
const page = { deadlineMs: 60_000, signal: new AbortController().signal }
await renderer.render('http://127.0.0.1/', page).catch((error: unknown) => {
  console.log(error instanceof AppError ? error.code : error)
})
await new Promise(() => setInterval(() => undefined, 60_000))
