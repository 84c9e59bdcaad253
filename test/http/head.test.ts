import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/platform/log.ts'
import { fakeEngine } from '../support/engines.ts'
import { jobOf, postJob, tempFolder } from '../support/process.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { videoDetails, videoSource } from '../support/video-source.ts'

const KEY = { authorization: `Bearer ${PRIMARY_KEY}` }

test('HEAD sends the headers of GET at once, also for an endless stream', async () => {
  const done = Promise.withResolvers<void>()
  const engine = fakeEngine('slow', async function* act() {
    await done.promise
    yield [{ type: 'text', text: 'ok' }]
    yield [{ type: 'finish', reason: 'stop' }]
  })
  await using service = startService({ engines: [engine] })
  const { url } = service
  const head = (path: string, headers: Record<string, string> = KEY) =>
    fetch(url + path, { method: 'HEAD', headers })
  const job = await jobOf(await postJob(url, PRIMARY_KEY, 'hi'))
  const events = `/api/ai/generate/${job.job_id}/events`
  for (let round = 0; round < 20; round += 1) {
    const response = await head(events)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await response.text()).toBe('')
  }
  // None of them watches the job any longer: its owner's 16 streams are free.
  const watching = await fetch(url + events, { headers: KEY })
  expect(watching.status).toBe(200)
  expect((await head('/admin/usage.csv')).headers.get('content-type')).toContain('text/csv')
  expect((await head('/health', {})).status).toBe(200)
  expect((await head('/auth-check', {})).status).toBe(401)
  expect((await head('/none', {})).status).toBe(404)
  expect((await head('/api/ai/generate', {})).status).toBe(405)
  done.resolve()
  expect(await watching.text()).toContain('"succeeded"')
})

test('HEAD of a text that is sent as it is made is no failure in the log', async () => {
  using folder = tempFolder()
  const fd = join(folder.path, 'log')
  const log = createLog('info', { fd })
  {
    await using service = startService({ log })
    for (let round = 0; round < 5; round += 1) {
      await fetch(`${service.url}/admin/usage.csv`, { method: 'HEAD', headers: KEY })
      await (await fetch(`${service.url}/admin/usage.csv`, { headers: KEY })).text()
    }
  }
  log.flush()
  const lines = readFileSync(fd, 'utf8')
  expect(lines).toContain('"method":"HEAD"')
  expect(lines).not.toContain('"level":"error"')
})

test('HEAD is refused where GET is charged for, and names what is taken', async () => {
  const asked: string[] = []
  const details = async ({ url }: { url: string }) => {
    asked.push(url)
    return videoDetails()
  }
  await using service = startService({ videoSources: [videoSource({ details })] })
  const query = `url=${encodeURIComponent('https://videos.test/watch/1')}`
  const refusals = ['transcript', 'video', 'channel', 'playlist', 'web/scrape'].map(
    async (path) => {
      const response = await fetch(`${service.url}/v1/${path}?${query}`, {
        method: 'HEAD',
        headers: KEY,
      })
      return [path, response.status, response.headers.get('allow')]
    },
  )
  expect(await Promise.all(refusals)).toEqual([
    ['transcript', 405, 'GET'],
    ['video', 405, 'GET'],
    ['channel', 405, 'GET'],
    ['playlist', 405, 'GET'],
    ['web/scrape', 405, 'GET, POST'],
  ])
  expect(asked).toEqual([])
  const { status } = await fetch(`${service.url}/v1/video?${query}`, { headers: KEY })
  expect([status, asked.length]).toEqual([200, 1])
})
