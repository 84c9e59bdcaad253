import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { keyAt, localToml, requestAs, startProcess, tempFolder } from '../support/process.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { handStream, lastText, startUpstream, streamText } from '../support/upstream.ts'

const KILLS = 5
/** How long messages are sent after the first, before a kill. */
const MAX_LIFE_MS = 200

test('an answer that a kill cuts off says so after the next start, keeps its text and can be retried', async () => {
  using folder = tempFolder()
  const first = handStream()
  await using upstream = startUpstream(() => first.response)
  const toml = localToml(upstream.url)
  const killed = await startProcess(folder.path, toml)
  const key = await keyAt(killed.url)
  const send = (url: string, method: string, path: string, body?: object) =>
    requestAs(url, key, method, `/api/conversations${path}`, body)
  const path = `/${await pickFrom(await send(killed.url, 'POST', '', {}), 'id')}`
  const sent = await (await send(killed.url, 'POST', `${path}/messages`, { content: 'Hi' })).json()
  await upstream.until(() => upstream.requests.length === 1)
  await first.say('Once upon')
  await first.say(' a time')
  // Then silence: what was said is kept all the same.
  while (!isStored(folder.path, 'Once upon a time')) await Bun.sleep(20)
  const running = await (await send(killed.url, 'GET', path)).json()
  expect(pick(running, 'messages.1')).toMatchObject({
    status: 'running',
    content: 'Once upon a time',
  })
  const lastEvent = String(pick(running, 'last_event_id'))
  await killed.kill()

  upstream.script((ask) => streamText([`Re: ${lastText(ask)}`]))
  await using service = await startProcess(folder.path, toml)
  const whole = await (await send(service.url, 'GET', path)).json()
  expect(pickList(whole, 'messages')).toMatchObject([
    { role: 'user', status: 'complete', content: 'Hi' },
    { role: 'assistant', status: 'interrupted', content: 'Once upon a time' },
  ])
  expect(pick(whole, 'messages.1.finished_at')).toBeString()
  const found = await (await send(service.url, 'GET', '?q=upon')).json()
  expect(pick(found, 'items.0.match.message_id')).toBe(pick(sent, 'answer.id'))

  // Who was watching comes back with a number of the last run, and gets all of it anew.
  const events = await requestAs(
    service.url,
    key,
    'GET',
    `/api/conversations${path}/events`,
    undefined,
    {
      'last-event-id': lastEvent,
    },
  )
  const reader = linesOf(events)
  expect(await reader.next()).toMatchObject({ value: { type: 'snapshot' } })
  const again = await send(
    service.url,
    'POST',
    `${path}/messages/${pick(sent, 'answer.id')}/retry`,
    {},
  )
  expect(again.status).toBe(202)
  const retried = await pickFrom(again, 'id')
  for await (const event of reader)
    if (pick(event, 'message.id') === retried && pick(event, 'message.status') === 'complete') break
  expect(pickList(await (await send(service.url, 'GET', path)).json(), 'messages')).toMatchObject([
    { content: 'Hi' },
    { status: 'interrupted', content: 'Once upon a time' },
    { status: 'complete', content: 'Re: Hi', parent_id: pick(sent, 'message.id') },
  ])
  expect(upstream.requests.map(lastText)).toEqual(['Hi', 'Hi'])
})

test(`attachments of every acknowledged message are whole after ${KILLS} kills`, async () => {
  using folder = tempFolder()
  await using upstream = startUpstream((ask) => streamText([`Re: ${lastText(ask)}`]))
  const toml = localToml(upstream.url)
  const random = seededRandom(7)
  const acknowledged = new Map<string, string>()
  let [key, path] = ['', '']
  for (let kill = 0; kill < KILLS; kill += 1) {
    const service = await startProcess(folder.path, toml)
    if (kill === 0) {
      key = await keyAt(service.url)
      const made = await requestAs(service.url, key, 'POST', '/api/conversations', {})
      path = `/api/conversations/${await pickFrom(made, 'id')}`
    }
    const started = Promise.withResolvers<void>()
    const senders = Array.from({ length: 2 }, async (_, sender) => {
      for (let round = 0; ; round += 1) {
        const text = `note ${kill}-${sender}-${round} `.repeat(2_000)
        const data = Buffer.from(text).toString('base64')
        const body = {
          content: 'Keep',
          parent_id: null,
          attachments: [{ data, filename: 'note.txt' }],
        }
        const sent = await requestAs(service.url, key, 'POST', `${path}/messages`, body)
        // 429: the answers before it are still in the line.
        if (sent.status !== 202) continue
        acknowledged.set(String(pick(await sent.json(), 'message.id')), text)
        started.resolve()
      }
    })
    const cut = Promise.allSettled(senders)
    await started.promise
    await Bun.sleep(random() * MAX_LIFE_MS)
    await service.kill()
    await cut
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS)

  await using service = await startProcess(folder.path, toml)
  const whole = await (await requestAs(service.url, key, 'GET', path)).json()
  const messages = new Map(pickList(whole, 'messages').map((one) => [pick(one, 'id'), one]))
  for (const [id, text] of acknowledged) {
    const attachment = pick(messages.get(id), 'attachments.0.id')
    const read = await requestAs(service.url, key, 'GET', `${path}/attachments/${attachment}`)
    expect(await read.text()).toBe(text)
  }
  // A start removes the bytes that no message has, in the background.
  const kept = [...messages.values()].filter((one) => pick(one, 'attachments.0') !== undefined)
  const root = join(folder.path, 'data', 'attachments')
  const contents = () =>
    readdirSync(root, { recursive: true }).filter((name) => String(name).endsWith('file')).length
  while (contents() > kept.length) await Bun.sleep(20)
  expect(contents()).toBe(kept.length)
})

/** Whether a text is in the database of a running service, which keeps it locked. */
function isStored(folder: string, text: string): boolean {
  const data = join(folder, 'data')
  const files = readdirSync(data).filter((name) => name.startsWith('hearth.sqlite'))
  return files.some((name) => readFileSync(join(data, name)).includes(text))
}

/** The JSON of each event of a stream. */
async function* linesOf({ body }: Response): AsyncGenerator<unknown> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length))
  }
}
