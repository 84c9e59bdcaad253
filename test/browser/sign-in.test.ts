import { expect, test } from 'bun:test'
import { addSession, CHROMIUM, contrasts, openPage, signInAtProvider } from '../support/chromium.ts'
import { startWithProvider } from '../support/signing-in.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = { width: 360, height: 640 }
const MANY_PROVIDERS = {
  OIDC_LABEL: 'the accounts of the whole house',
  GOOGLE_CLIENT_ID: 'x',
  GOOGLE_CLIENT_SECRET: 'x',
  GITHUB_CLIENT_ID: 'x',
  GITHUB_CLIENT_SECRET: 'x',
}

testPage('journey: a user signs in, waits, is approved, goes on and signs out', async () => {
  await using service = await startWithProvider({ limits: { refreshSeconds: 1 } })
  const { base } = service
  await using tab = await openPage(service)
  const { page } = tab
  await page.goto(`${base}/app/`)
  expect(new URL(page.url()).origin).toBe(service.provider.issuer)
  await signInAtProvider(page, 'alice')
  await page.waitForURL(`${base}/waiting`)
  expect(await page.textContent('h1')).toBe('Waiting for approval')
  expect(await page.textContent('main strong')).toBe('alice@example.test')

  const [alice] = service.services.users.list(10, undefined).items
  await service.asOwner('PATCH', `/admin/users/${alice?.id}`, { role: 'user' })
  // By itself: nobody touches the page.
  await page.waitForURL(`${base}/app/`)
  await page.waitForSelector('h1:text-is("New chat")')

  await page.goto(`${base}/app/me`)
  await page.click('button:text-is("Sign out")')
  await page.waitForURL(`${base}/login?signed_out=1`)
  expect(await page.textContent('h1')).toBe('Signed out')
  const cookies = await page.context().cookies(base)
  expect(cookies.map(({ name }) => name).filter((name) => name.startsWith('hearth'))).toEqual([])
  await page.click('text=Sign in again')
  await page.click('text=Continue with')
  await page.waitForURL(`${base}/app/`)
  expect(tab.faults).toEqual([])
})

testPage('every page works with the keyboard alone and shows the focus', async () => {
  // The page that waits is not loaded again while the keys are pressed.
  await using service = await startWithProvider({ limits: { refreshSeconds: 600 } })
  const { base } = service
  await using tab = await openPage(service)
  const { page } = tab
  await addSession(page, service, { role: 'pending' })
  await page.goto(`${base}/waiting`)
  const focused = () =>
    page.evaluate<[string, string]>(
      '[document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]',
    )
  const met: [string, string][] = []
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Tab')
    met.push(await focused())
  }
  expect(met).toEqual([
    ['Hearth', 'solid'],
    ['Refresh now', 'solid'],
    ['Sign out', 'solid'],
  ])
  await page.keyboard.press('Enter')
  await page.waitForURL(`${base}/login?signed_out=1`)
  // On both pages the first link after the one of the header goes on.
  for (const title of ['Signed out', 'Sign in']) {
    await page.waitForSelector(`h1:text-is("${title}")`)
    await page.waitForLoadState()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.waitForSelector('main a:focus')
    await page.keyboard.press('Enter')
  }
  await page.waitForSelector('input[name=login]')
  expect(new URL(page.url()).origin).toBe(service.provider.issuer)
})

testPage('signing out of an ended session does so, and does not lead to the provider', async () => {
  await using service = await startWithProvider()
  await using tab = await openPage(service)
  const { page } = tab
  const { token } = await addSession(page, service)
  await page.goto(`${service.base}/app/me`)
  await page.waitForSelector('button:text-is("Sign out")')
  service.services.sessions.end(token)
  await page.click('button:text-is("Sign out")')
  await page.waitForSelector('text=You are signed out of Hearth in this browser.')
  await page.click('main >> text=Sign in again')
  await page.click('text=Continue with')
  await page.waitForSelector('input[name=login]')
})

testPage('the Content-Security-Policy of the pages blocks inline scripts and styles', async () => {
  await using service = await startWithProvider()
  await using tab = await openPage(service)
  const { page } = tab
  await addSession(page, service)
  await page.goto(`${service.base}/code/approve`)
  expect(tab.faults).toEqual([])
  const put =
    "document.body.innerHTML = \"<img src=x onerror='document.title=1'><p style='color:red'>\""
  const violated = `new Promise((resolve) => {
    addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
    ${put}
  })`
  const told = page.waitForEvent('console', (message) =>
    message.location().url.startsWith(service.base),
  )
  expect(await page.evaluate<string>(violated)).toMatch(/^(?:style|script)-src/)
  await told
  expect(await page.title()).not.toBe('1')
  expect(tab.faults.length).toBeGreaterThan(0)
})

testPage('every page fits a phone, and can be read in light and in dark', async () => {
  await using service = await startWithProvider({ env: MANY_PROVIDERS })
  const grounds = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await using tab = await openPage(service, { viewport: PHONE, colorScheme })
    const { page } = tab
    const look = async (path: string, title: string) => {
      await page.goto(service.base + path)
      expect(await page.textContent('h1')).toBe(title)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect([path, colorScheme, width]).toEqual([path, colorScheme, PHONE.width])
      const [worst] = await contrasts(page)
      expect(worst?.contrast ?? 0, `${path}: ${worst?.text}`).toBeGreaterThanOrEqual(4.5)
      const low = await page.evaluate<string[]>(
        `[...document.querySelectorAll('button, .button, .links a, header a')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44).map((one) => one.textContent)`,
      )
      expect([path, low]).toEqual([path, []])
      grounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
    }
    await look('/login', 'Sign in')
    await look('/login?signed_out=1', 'Signed out')
    await look('/login/callback?state=x', 'Sign-in failed')
    const email = `${'a-long-name.'.repeat(5)}@${'a-long-host-name.'.repeat(6)}example.test`
    await addSession(page, service, { role: 'pending', email })
    await look('/waiting', 'Waiting for approval')
    await addSession(page, service, { role: 'admin', email })
    await look('/code/approve', 'Connect a code assistant')
    await addSession(page, service, { status: 'suspended' })
    await look('/app/', 'Account closed')
  }
  expect(grounds.size).toBe(2)
})
