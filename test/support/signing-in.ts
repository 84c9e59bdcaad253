import { nextOf, openBrowser, type Step, type TestBrowser } from './browser.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { startService, type TestOptions } from './service.ts'

/** A port that nobody has at the moment: the provider must know it before the service listens. */
export function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  server.stop(true)
  if (port === undefined) throw new Error('It listened on a port')
  return port
}

/** The service on loopback, and a provider that it sends people to. */
export async function startWithProvider(options: TestOptions & { https?: boolean } = {}) {
  const { https = false, env = {}, ...rest } = options
  const port = freePort()
  const base = https ? 'https://hearth.example.test' : `http://127.0.0.1:${port}`
  const provider = await startIdentityProvider([`${base}/login/callback`])
  const service = startService({
    ...rest,
    env: { PORT: String(port), BASE_URL: base, ...provider.env, ...env },
  })
  return {
    ...service,
    base,
    provider,
    /** A browser that reaches the service at its public address. */
    browser: () =>
      openBrowser({
        // As a proxy with TLS does: the same request to the port, with the public name in `Host`.
        route: (url, init) =>
          url.origin === base && https
            ? fetch(service.url + url.pathname + url.search, init)
            : undefined,
      }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

/**
 * Goes to the provider and says who one is.
 *
 * @param path Where to begin: a page that needs a sign-in, or the sign-in itself
 * @returns The address, at the service, to which the provider sends the browser back
 */
export async function toWayBack(
  browser: TestBrowser,
  base: string,
  login: string,
  path = '/login',
): Promise<string> {
  const wayBack = `${base}/login/callback`
  let met: Step = await browser.follow(await browser.step(base + path), wayBack)
  for (const answers of [{ login, password: 'x' }, {}]) {
    // Whom the provider knows already is asked nothing.
    if (nextOf(met) !== undefined) break
    met = await browser.follow(await browser.submit(met, answers), wayBack)
  }
  const back = nextOf(met)
  if (back === undefined) throw new Error(`The provider kept the browser at ${met.url}`)
  return back
}

/** Signs somebody in. @returns The page on which they end up */
export async function signIn(
  browser: TestBrowser,
  base: string,
  login: string,
  path?: string,
): Promise<Step> {
  return browser.get(await toWayBack(browser, base, login, path))
}
