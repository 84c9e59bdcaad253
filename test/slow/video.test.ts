import { afterAll, expect, test } from 'bun:test'
import { until } from '../support/gates.ts'
import { processesWith } from '../support/live-processes.ts'
import { pickFrom } from '../support/pick.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'
import { installYtDlp } from '../support/yt-dlp.ts'

const ytDlp = installYtDlp()
afterAll(() => ytDlp[Symbol.dispose]())

const VIDEO = {
  ...{ id: 'v', title: 'A talk', extractor: 'videos', webpage_url: 'https://videos.test/v' },
  ...{ duration: 3, subtitles: { en: [{ ext: 'vtt', url: 'https://videos.test/v.vtt' }] } },
}
const LIST = {
  ...{ _type: 'playlist', id: 'l', title: 'Talks', extractor: 'videos:list', playlist_count: 9 },
  webpage_url: 'https://videos.test/l',
  entries: Array.from({ length: 2 }, (_, at) => ({
    ...{ _type: 'url', id: `${at}`, title: `Talk ${at}`, url: `https://videos.test/${at}` },
  })),
}

/** Public addresses that nothing connects to; each is a host of its own, as one is asked once a second. */
let hosts = 0
function page(): string {
  hosts += 1
  return `http://93.184.216.${hosts}/watch`
}

function ask(
  service: TestService,
  {
    path = '/v1/video',
    url = page(),
    signal,
  }: { path?: string; url?: string; signal?: AbortSignal },
) {
  return fetch(`${service.url}${path}?url=${encodeURIComponent(url)}`, {
    headers: { authorization: `Bearer ${PRIMARY_KEY}` },
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Lets the program hang with children, which have an entry in their environment. */
function hang(): string {
  const entry = `HEARTH_TEST=${crypto.randomUUID()}`
  ytDlp.replay({ shell: `export ${entry}\nsleep 600 & sleep 600` })
  return entry
}
/** Time limits, of which the first that the program reaches is the one that is tested. */
const LIMITS_MS = [1_500, 6_000, 24_000]

test('yt-dlp describes and lists, and what it refuses has a status and plain words', async () => {
  await using service = startService({ videoSources: [ytDlp.source] })
  ytDlp.replay({ stdout: JSON.stringify(VIDEO) })
  expect(await (await ask(service, {})).json()).toMatchObject({
    ...{ id: 'v', title: 'A talk', duration_seconds: 3, author: null, live_status: null },
    captions: [{ language: 'en', name: null, kind: 'native' }],
  })
  ytDlp.replay({ stdout: JSON.stringify(LIST) })
  expect(await (await ask(service, { path: '/v1/playlist' })).json()).toMatchObject({
    ...{ id: 'l', total: 9, has_more: false },
    items: [{ id: '0', title: 'Talk 0', views: null }, { id: '1' }],
  })
  const refusals: Record<string, number> = {
    'ERROR: [generic] Unable to download webpage: HTTP Error 404: Not Found': 404,
    'ERROR: [youtube] x: Private video. Sign in if you have been granted access': 403,
    'ERROR: Unsupported URL: http://93.184.216.34/': 422,
    'ERROR: [youtube] x: Sign in to confirm you’re not a bot': 502,
    'ERROR: [generic] timed out (caused by TransportError)': 504,
  }
  for (const [stderr, status] of Object.entries(refusals)) {
    ytDlp.replay({ stderr, exit: 1 })
    const response = await ask(service, {})
    expect(response.status).toBe(status)
    expect(await pickFrom(response, 'detail')).not.toContain('ERROR')
  }
  expect((await ask(service, { url: 'http://127.0.0.1/' })).status).toBe(422)
  expect((await ask(service, { url: 'http://[::ffff:10.0.0.1]/' })).status).toBe(422)
})

test('a site that drips is given up at the time limit, with all processes', async () => {
  let mostProcesses = 0
  for (const videoMs of LIMITS_MS) {
    await using service = startService({ videoSources: [ytDlp.source], limits: { videoMs } })
    const entry = hang()
    let response: Response | undefined
    const answered = ask(service, {}).then((answer) => {
      response = answer
      return answer
    })
    await until(() => {
      mostProcesses = Math.max(mostProcesses, processesWith(entry).length)
      return mostProcesses === 2 || response !== undefined
    })
    const { status } = await answered
    expect([status, await pickFrom(await answered, 'code')]).toEqual([504, 'download_timeout'])
    expect(processesWith(entry)).toEqual([])
    if (mostProcesses === 2) break
  }
  expect(mostProcesses).toBe(2)
})

test('clients that leave end their processes and free the lane', async () => {
  await using service = startService({ videoSources: [ytDlp.source] })
  const entry = hang()
  const leaving = new AbortController()
  const { signal } = leaving
  const left = [1, 2].map(() => ask(service, { signal }).catch(() => undefined))
  await until(() => processesWith(entry).length === 4)
  ytDlp.replay({ stdout: JSON.stringify(VIDEO) })
  const next = ask(service, {})
  leaving.abort()
  await Promise.all(left)
  expect((await next).status).toBe(200)
  await until(() => processesWith(entry).length === 0)
})
