import { test } from 'bun:test'
import { expectAccessible, expectFits, openApp } from '../support/app-page.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { announcedEngine, answering, fakeCluster } from '../support/fake-cluster.ts'
import { expectCount, expectText } from '../support/page-waits.ts'
import { startService } from '../support/service.ts'

const testPage = test.skipIf(CHROMIUM === null)
const DESK = { viewport: { width: 1280, height: 800 } }

testPage('the owner sees worker nodes come and go, their engines, and forgets one', async () => {
  const { cluster, put, setState } = fakeCluster()
  await using service = startService({ engines: [], cluster })
  await using tab = await openApp(service, '/admin/worker-nodes', DESK)
  const { page } = tab
  await page.getByText('No worker node has joined yet').waitFor()
  await page.getByRole('button', { name: 'Copy the command' }).waitFor()
  put('gpu1', [announcedEngine('big', ['qwen3'])], answering('x'), { width: 2, calls: ['run_1-1'] })
  const card = page.getByRole('region', { name: 'gpu1', exact: true })
  await card.getByText('Online, 1 call running').waitFor()
  await expectText(card, '2 heavy tasks at a time')
  await expectAccessible(page)
  await card.getByRole('link', { name: 'big' }).click()
  await page.waitForURL('**/admin/engines?engine=big')
  await page.getByText('Ready, on gpu1').waitFor()
  await page.getByRole('button', { name: 'Check now: big on gpu1' }).waitFor()
  await page.goBack()
  setState('gpu1', 'lost')
  await card.getByText(/^Lost, last heard of/).waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFits(page)
  await card.getByRole('button', { name: 'Forget: gpu1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget it' }).click()
  await page.getByText('gpu1 is forgotten.').waitFor()
  await expectCount(card, 0)
  await tab.expectClean()
})

testPage('a lost worker node is one row of what needs the owner, not two', async () => {
  const { cluster, put, setState } = fakeCluster()
  await using service = startService({ engines: [], cluster })
  put('gpu1', [], answering('x'))
  setState('gpu1', 'lost')
  await using tab = await openApp(service, '/admin', DESK)
  const needs = tab.page.getByRole('region', { name: 'Needs you', exact: true })
  await needs.getByText('The worker node gpu1 is lost: it gets no work').waitFor()
  await expectCount(needs.getByText('The worker node gpu1 is lost'), 1)
  await tab.expectClean()
})
