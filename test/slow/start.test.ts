import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pick, pickList } from '../support/pick.ts'
import {
  endOfJob,
  jobOf,
  keyAt,
  localToml,
  postJob,
  requestAs,
  runToExit,
  startProcess,
  tempFolder,
} from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { startStopwatch, waitedMs } from '../support/stopwatch.ts'
import { lastText, startUpstream, wholeAnswer } from '../support/upstream.ts'

const NOBODY = 'http://127.0.0.1:9/v1'

test('wrong settings: one message lists every fault, exit code 2, no trace', async () => {
  using folder = tempFolder()
  const toml = `colour = "red"\n[[engines]]\nid = "Local!"\nadapter = "openai-http"\n`
  const { code, stdout, stderr } = await runToExit(folder.path, toml, {
    PORT: '70000',
    LOG_LEVEL: 'loud',
    BASE_URL: 'ftp://hearth.example',
    TRUSTED_NETWORKS: 'everywhere',
    PRIMARY_KEY: 'too-short',
  })
  expect(code).toBe(2)
  expect(stdout).toBe('')
  const [first, ...faults] = stderr.trimEnd().split('\n')
  expect(first).toBe(`Cannot start, ${faults.length} settings are wrong:`)
  const named = faults.map(
    (line) => /^ {2}- (.+?)(?: is | \(|: there is no)/.exec(line)?.[1] ?? line,
  )
  const file = join(folder.path, 'hearth.toml')
  expect(named.toSorted()).toEqual(
    [
      ...['BASE_URL', 'LOG_LEVEL', 'PORT', 'PRIMARY_KEY', 'TRUSTED_NETWORKS, item 1,'],
      `${file}: [[engines]] "Local!": base_url`,
      `${file}: [[engines]] "Local!": id`,
      `${file}: colour`,
    ].toSorted(),
  )
  expect(stderr).not.toContain('too-short')
})

test('without a PRIMARY_KEY one is printed on the first start only, and kept as a hash', async () => {
  using folder = tempFolder()
  const toml = localToml(NOBODY)
  const absent = { PRIMARY_KEY: '' }
  const first = await startProcess(folder.path, toml, absent)
  const key = /Primary Key, shown only this once: (\S{20,})\n/.exec(first.printed)?.[1] ?? ''
  expect((await requestAs(first.url, key, 'GET', '/admin/queue')).status).toBe(200)
  expect(await first.kill('SIGTERM')).toBe(0)

  await using second = await startProcess(folder.path, toml, absent)
  expect(second.printed).toBe(`Hearth is listening on ${second.url}\n`)
  expect((await requestAs(second.url, key, 'GET', '/admin/queue')).status).toBe(200)
  await second.kill()
  const entries = await readdir(join(folder.path, 'data'), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('hearth.sqlite')
  for (const { name } of files)
    expect(readFileSync(join(folder.path, 'data', name), 'latin1')).not.toContain(key)
})

test('a port or data folder in use fails the start with one line and exit code 1, and the first service continues', async () => {
  using folder = tempFolder()
  using other = tempFolder()
  await using upstream = startUpstream()
  const gate = Promise.withResolvers<void>()
  upstream.script(async (ask) => {
    await gate.promise
    return wholeAnswer(`Re: ${lastText(ask)}`)
  })
  const toml = localToml(upstream.url)
  await using service = await startProcess(folder.path, toml)
  const key = await keyAt(service.url)
  const { job_id: id } = await jobOf(await postJob(service.url, key, 'job'))
  await upstream.until(() => upstream.requests.length === 1)

  const { port } = new URL(service.url)
  const second = await runToExit(other.path, toml, { PORT: port })
  expect(second.code).toBe(1)
  expect(second.stdout).toBe('')
  const taken = `the port is taken by another Hearth. Stop that one, or choose another port: PORT=${Number(port) + 1}\n`
  expect(second.stderr).toBe(`Cannot listen on 127.0.0.1:${port}: ${taken}`)
  // Nothing is written before the port is bound.
  expect(existsSync(join(other.path, 'data'))).toBe(false)
  const edge = await runToExit(other.path, toml, { EDGE_PORT: port })
  expect(edge.code).toBe(1)
  expect(edge.stderr).toBe(`Cannot listen on 127.0.0.1:${port}: ${taken}`)
  const data = join(folder.path, 'data')
  const third = await runToExit(folder.path, toml)
  expect(third.code).toBe(1)
  expect(third.stderr).toBe(
    `Cannot use the data folder ${data}: another Hearth uses it. Stop that one, or choose another folder in DATA_DIR\n`,
  )

  gate.resolve()
  const end = await endOfJob(service.url, key, id)
  expect([end.status, pick(end.result, 'text')]).toEqual(['succeeded', 'Re: job'])
  expect(upstream.requests.length).toBe(1)
})

test('an unusable data folder fails the start with one line and exit code 1', async () => {
  using folder = tempFolder()
  await Bun.write(join(folder.path, 'data', 'hearth.sqlite'), 'no database at all '.repeat(100))
  const { code, stdout, stderr } = await runToExit(folder.path, localToml(NOBODY))
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    `Cannot use the data folder ${join(folder.path, 'data')}: hearth.sqlite in it is not a database\n`,
  )
})

test('from the start of the process to the first answer it takes less than 2 s', async () => {
  using folder = tempFolder()
  const elapsed = startStopwatch()
  await using service = await startProcess(folder.path, localToml(NOBODY))
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
  expect(elapsed() - waitedMs(service.pid)).toBeLessThan(2000)
})

test('the log is JSON lines with request id, actor, status and ms, and holds no key', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream()
  await using service = await startProcess(folder.path, localToml(upstream.url))
  const { url } = service
  const key = await keyAt(url, 'phone')
  const chat = { model: 'local', messages: [{ role: 'user', content: 'Hi' }] }
  // A secret in a name that the line of a request holds.
  const label = `hth_${'y'.repeat(43)}`
  const id = { 'x-request-id': `hth_${'z'.repeat(43)}` }
  await requestAs(url, await keyAt(url, label), 'GET', '/v1/models', undefined, id)
  await requestAs(url, key, 'POST', '/v1/chat/completions', chat, {
    'x-request-id': 'from-phone-1',
  })
  await fetch(`${url}/auth-check`, { headers: { 'x-api-key': PRIMARY_KEY } })
  const wrongKey = `hth_${'x'.repeat(43)}`
  await requestAs(url, wrongKey, 'GET', '/auth-check')
  await fetch(`${url}/unknown/${key}?key=${key}`)
  // The state of the engines is looked up in the background.
  while (!service.logLines().some((line) => line.includes('"msg":"Engines"'))) await Bun.sleep(20)
  await service.kill('SIGTERM')

  const lines = service.logLines()
  const engines = lines.find((line) => line.includes('"msg":"Engines"')) ?? '{}'
  expect(pickList(JSON.parse(engines), 'engines')).toContainEqual({
    engine: 'local',
    state: 'answers',
    detail: 'test-model',
  })
  const requests = lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')
  for (const { time, requestId, status, ms } of requests) {
    expect(time).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
    expect(requestId).toMatch(/^[\w.-]{1,64}$/)
    expect([typeof status, typeof ms]).toEqual(['number', 'number'])
  }
  expect(requests.slice(-4).map(({ actor, status, route }) => [actor, status, route])).toEqual([
    ['phone', 200, '/v1/chat/completions'],
    ['Primary Key', 200, '/auth-check'],
    [null, 401, '/auth-check'],
    [null, 404, 'unmatched'],
  ])
  expect(requests.at(-4)?.['requestId']).toBe('from-phone-1')
  const text = lines.join('\n')
  for (const secret of [key, PRIMARY_KEY, wrongKey, label, id['x-request-id']])
    expect(text).not.toContain(secret)
})

test('requests to an engine do not go through HTTP_PROXY', async () => {
  using folder = tempFolder()
  await using upstream = startUpstream()
  // It answers, so that what goes through it in the background is seen as well.
  const carried: string[] = []
  await using proxy = Bun.serve({
    port: 0,
    fetch({ url }) {
      carried.push(url)
      return Response.json({})
    },
  })
  const url = `http://127.0.0.1:${proxy.port}`
  const variables = { HTTP_PROXY: url, http_proxy: url, ALL_PROXY: url }
  await using service = await startProcess(folder.path, localToml(upstream.url), variables)
  const chat = { model: 'local', messages: [{ role: 'user', content: 'Hi' }] }
  const response = await requestAs(service.url, PRIMARY_KEY, 'POST', '/v1/chat/completions', chat)
  expect(response.status).toBe(200)
  await service.terminate()
  await service.exited
  expect(carried).toEqual([])
  expect(service.logLines().filter((line) => line.includes('HTTP_PROXY')).length).toBe(1)
})

test('npm start replaces itself with the service, so that a signal stops it gracefully', async () => {
  using folder = tempFolder()
  const root = join(import.meta.dir, '../..')
  const { scripts } = await Bun.file(join(root, 'package.json')).json()
  // npm runs a script in a shell and passes signals to that shell only.
  const shell = Bun.spawn(['sh', '-c', scripts.start], {
    cwd: root,
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: folder.path,
      DATA_DIR: join(folder.path, 'data'),
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = shell.stdout.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('Hearth is listening on')) {
    const { done, value } = await output.read()
    if (done) throw new Error(`It ended before it listened: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  shell.kill('SIGTERM')
  expect(await shell.exited).toBe(0)
})

test('a start removes partly received files of a crash', async () => {
  using folder = tempFolder()
  const spool = join(folder.path, 'data/spool')
  mkdirSync(spool, { recursive: true })
  for (const name of ['spl_orphan', 'spl_half.AbC.part']) writeFileSync(join(spool, name), 'bytes')
  await using _ = await startProcess(folder.path, localToml(NOBODY))
  expect(await readdir(spool)).toEqual([])
})
