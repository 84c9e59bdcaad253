import { expect, test } from 'bun:test'
import { expectAccessible, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { rawClient, startOAuthService } from '../support/oauth-client.ts'

const testPage = test.skipIf(CHROMIUM === null)
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }

testPage('journey: an app is approved, gets its code, and is ended on the page Me', async () => {
  await using service = startOAuthService()
  const arrived = Promise.withResolvers<URL>()
  using app = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      arrived.resolve(new URL(request.url))
      return new Response('<title>Editor</title>', { headers: { 'content-type': 'text/html' } })
    },
  })
  const redirect_uri = `http://127.0.0.1:${app.port}/callback`
  const client = await rawClient(service, [redirect_uri])
  await using tab = await openApp(service, '/app/me', PHONE)
  const { page } = tab
  await page.goto(client.authorizeUrl({ redirect_uri }))
  await page.waitForSelector('h1:has-text("Connect an app")')
  expect(await page.textContent('main')).toContain(`127.0.0.1:${app.port}`)
  await expectAccessible(page)
  await tab.expectClean()
  await page.click('button[value=approve]')
  const back = await arrived.promise
  await page.waitForURL(back.href)
  expect(back.searchParams.get('state')).toBe('st')
  const answer = await client.exchange(back.searchParams.get('code') ?? '', { redirect_uri })
  expect(answer.status).toBe(200)
  await page.goto(`${service.url}/app/me`)
  await page.waitForSelector('text=App with tools')
  await page.click('[aria-label="End Raw"]')
  await page.click('dialog button.primary')
  await page.waitForSelector('.toast:has-text("Raw is disconnected")')
  const refreshed = await client.refresh(answer.body['refresh_token'])
  expect(refreshed.body['error']).toBe('invalid_grant')
})
