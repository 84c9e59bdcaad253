import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ConfigError, loadConfig } from '../../src/config/load.ts'
import { Demo } from '../../src/engines/demo/demo.ts'
import { tryParseJson } from '../../src/platform/json.ts'
import { PAPERS, requestsOf, samplesOf } from '../support/manual.ts'
import { onePage, oneTalk } from '../support/one-page.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { speechWav } from '../support/recogniser.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { fakeRecogniser } from '../support/transcripts.ts'
import { makeUser } from '../support/users.ts'
import { videoSource } from '../support/video-source.ts'

/** Under which the papers call the service. */
const ADDRESSES = /http:\/\/(?:127\.0\.0\.1|hearth\.local):8787|https:\/\/hearth\.example/g

const SAMPLES = PAPERS.flatMap(samplesOf)

/** Every request to the service; those with a value that is left out cannot be run. */
const REQUESTS = SAMPLES.flatMap(requestsOf).filter(
  (command) => command.search(ADDRESSES) !== -1 && !command.includes('…'),
)

/** Statuses other than 200. */
const STATUSES: Record<string, number> = {
  'POST /admin/api-keys': 201,
  'POST /api/nas/upload': 201,
  'POST /transcribe': 202,
  // The demonstration makes no embeddings.
  'POST /v1/embeddings': 422,
  'POST /v1/rerank': 422,
  // The service of this test has no sandbox.
  'POST /api/ai/worker': 503,
  // Nobody has approved the device yet.
  'POST /api/code/devices/poll': 400,
  'POST /api/canvas/device/poll': 400,
}

/** Runs a sample in a shell, as printed but for the address. */
async function runSample(command: string, url: string, cwd: string) {
  const here = command.replaceAll(ADDRESSES, url)
  const script = `curl() { command curl -sS --max-time 90 -w '\\n%{http_code} %{method} %{urlnum}' "$@"; }\n${here}`
  const child = Bun.spawn(['sh', '-c', script], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', KEY: PRIMARY_KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const end = stdout.lastIndexOf('\n')
  const [status, method] = stdout.slice(end + 1).split(' ')
  const path = new URL(/http\S+/.exec(here)?.[0] ?? '').pathname
  return { status: Number(status), route: `${method} ${path}`, body: stdout.slice(0, end), stderr }
}

/** Puts the ids that earlier answers gave in the place of JOB_ID and the like. */
function filledIn(command: string, ids: ReadonlyMap<string, string>): string {
  return command.replaceAll(/\b[A-Z]+_(?:ID|CODE)\b/g, (name) => ids.get(name) ?? name)
}

test.skipIf(Bun.which('curl') === null)(
  'every request of the README and the manual runs as printed',
  async () => {
    await using service = startService({
      engines: [new Demo()],
      transcriptionEngines: [fakeRecogniser().engine],
      safeFetch: onePage,
      readCaptions: oneTalk,
      videoSources: [videoSource()],
    })
    using folder = tempFolder()
    await Bun.write(join(folder.path, 'video.mp4'), 'a film')
    await Bun.write(join(folder.path, 'talk.mp3'), speechWav(1))
    const ids = new Map([['USER_ID', makeUser(service.services, { role: 'pending' }).id]])
    const answers = new Map<string, unknown>()
    for (const sample of REQUESTS) {
      const { status, route, body, stderr } = await runSample(
        filledIn(sample, ids),
        service.url,
        folder.path,
      )
      const expected = sample.includes('"async": true') ? 202 : (STATUSES[route] ?? 200)
      const refusal = status === expected ? '' : body
      expect([sample, status, refusal, stderr]).toEqual([sample, expected, '', ''])
      const answer = tryParseJson(body).value
      answers.set(route, answer)
      for (const [name, field] of [
        ['JOB_ID', 'job_id'],
        ['DEVICE_CODE', 'device_code'],
      ] as const)
        ids.set(name, String(pick(answer, field) ?? ids.get(name)))
    }
    expect(REQUESTS.length).toBeGreaterThan(20)
    expect(answers.get('POST /admin/api-keys')).toMatchObject({
      profile: { generate: true, agent_engines: ['*'] },
    })
    const made = answers.get('POST /admin/api-keys')
    const chat = await fetch(`${service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${pick(made, 'key')}` },
      body: JSON.stringify({ model: 'auto', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    expect(chat.status).toBe(200)
  },
)

test('every sample of hearth.toml is one that Hearth starts with', () => {
  const files = SAMPLES.filter(({ language }) => language === 'toml').map(({ text }) => text)
  expect(files.length).toBeGreaterThan(10)
  for (const text of files) expect([text, issuesOf(text)]).toEqual([text, []])
})

test('every sample in JavaScript runs with the package that it names', async () => {
  await using service = startService({ engines: [new Demo()] })
  const scripts = SAMPLES.filter(({ language }) => language === 'js')
  expect(scripts.length).toBeGreaterThan(4)
  for (const { text } of scripts) {
    const script = text.replaceAll(ADDRESSES, service.url)
    const child = Bun.spawn([process.execPath, '-e', script], {
      cwd: join(import.meta.dir, '../..'),
      env: { PATH: process.env['PATH'] ?? '', KEY: PRIMARY_KEY },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    expect([text, stdout.trim() === '', stderr, code]).toEqual([text, false, '', 0])
  }
})

/** What is wrong with a settings file, on a machine that has none of the folders that it names. */
function issuesOf(text: string): readonly string[] {
  try {
    loadConfig({ PRIMARY_KEY, DATA_DIR: ':memory:' }, () => text)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.issues
    throw error
  }
}
