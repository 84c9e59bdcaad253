import { expect, test } from 'bun:test'
import { chromium } from 'playwright-core'
import { APPROVE, POLL, startDevice } from '../support/devices.ts'
import { makePerson } from '../support/people.ts'
import { jsonInit, startService } from '../support/service.ts'

const BROWSER = '/usr/bin/chromium'
const NO_BROWSER = !(await Bun.file(BROWSER).exists())

test.skipIf(NO_BROWSER)(
  'a browser’s own forms pass: type the code, look, approve, by keyboard alone',
  async () => {
    await using service = startService()
    const ann = makePerson(service.services)
    const { device_code, user_code } = await startDevice(service)
    const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] })
    try {
      const context = await browser.newContext()
      await context.addCookies([{ name: 'hearth', value: ann.token, url: service.url }])
      const page = await context.newPage()
      await page.goto(service.url + APPROVE)
      await page.locator('#user_code:focus').waitFor()
      await page.keyboard.type(user_code.toLowerCase())
      await page.keyboard.press('Enter')
      await page.getByText('Only continue if you started this on your own machine').waitFor()
      expect(await page.getByText(user_code).count()).toBe(1)
      await page.getByRole('button', { name: 'Approve' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Approved' }).waitFor()
      expect(page.url()).toBe(service.url + APPROVE)
    } finally {
      await browser.close()
    }
    const poll = await service.request(POLL, jsonInit('POST', { device_code }))
    expect(poll.status).toBe(200)
  },
)
