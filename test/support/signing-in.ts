import { nextOf, openBrowser, type Step, type TestBrowser } from './browser.ts'
import { freePort } from './free-port.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { startService, type TestOptions } from './service.ts'

/** A listening service with an identity provider. */
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
        // As a TLS proxy does: the same request to the port, with the public name in `Host`.
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
 * Signs in at the provider, without following the redirect to the service.
 *
 * @param path A page that needs a sign-in, or the start of one
 * @returns The callback URL at the service, with its code
 */
export async function followToCallback(
  browser: TestBrowser,
  base: string,
  login: string,
  path = '/login?provider=oidc',
): Promise<string> {
  const callback = `${base}/login/callback`
  let page: Step = await browser.follow(await browser.step(base + path), callback)
  for (const answers of [{ login, password: 'x' }, {}]) {
    // A provider with a session shows no forms.
    if (nextOf(page) !== undefined) break
    page = await browser.follow(await browser.submit(page, answers), callback)
  }
  const back = nextOf(page)
  if (back === undefined) throw new Error(`The provider kept the browser at ${page.url}`)
  return back
}

/** Signs a user in. @returns The page after the callback */
export async function signIn(
  browser: TestBrowser,
  base: string,
  login: string,
  path?: string,
): Promise<Step> {
  return browser.get(await followToCallback(browser, base, login, path))
}
