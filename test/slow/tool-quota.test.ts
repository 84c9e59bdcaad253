import { expect, test } from 'bun:test'
import { lines, startTool } from '../support/cli-double.ts'
import { pick, pickList } from '../support/pick.ts'
import { startService, type TestService } from '../support/service.ts'

const HOUR_MS = 60 * 60 * 1000
const CLIENTS = 6

const INIT = { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' }
const RESULT = { type: 'result', subtype: 'success', is_error: false, result: '' }

function word(text: string): object {
  const delta = { type: 'text_delta', text }
  return { type: 'stream_event', event: { type: 'content_block_delta', index: 0, delta } }
}

function spent(resetsAt: number): object {
  const rate_limit_info = { status: 'rejected', resetsAt, rateLimitType: 'five_hour' }
  return { type: 'rate_limit_event', rate_limit_info }
}

/** One client's whole stream. @returns Its text, and the engines by position */
async function stream({ url }: TestService, authorization: string) {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({
      model: 'tool/opus',
      stream: true,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  })
  const text = await response.text()
  const data = text.split('\n\n').filter((event) => event.startsWith('data: {'))
  const words = data.map((event) => pick(JSON.parse(event.slice(6)), 'choices.0.delta.content'))
  return {
    status: response.status,
    said: words.filter((one) => typeof one === 'string').join(''),
    failed: text.includes('"error"'),
    ended: text.endsWith('data: [DONE]\n\n'),
  }
}

test('six streams over tools of which two have used up their quota are whole, and both accounts are parked until the reset', async () => {
  const says = (name: string) => [word(`${name} `), word('answers '), word('in full')]
  using tool = startTool(
    'claude',
    { steps: [lines(INIT, ...says('three'), RESULT)] },
    { accounts: ['one', 'two', 'three'] },
  )
  const resetsAt = Math.floor((Date.now() + 2 * HOUR_MS) / 1000)
  // The recordings have a reset time in the past: it is replaced by one in the future.
  for (const id of ['one', 'two']) {
    tool.setScenario({ steps: [lines(INIT, spent(resetsAt))], exit: 1 }, id)
  }
  await using service = startService({ engines: [tool.engine], heavyWidth: 3 })
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => {
      const key = service.makeKey({ generate: true, agent_engines: ['tool'] }, `client ${index}`)
      return stream(service, key.authorization)
    }),
  )
  expect(clients).toEqual(
    Array(CLIENTS).fill({ status: 200, said: 'three answers in full', failed: false, ended: true }),
  )
  const engines = await (await service.asOwner('GET', '/admin/engines')).json()
  const until = new Date(resetsAt * 1000).toISOString()
  expect(pickList(engines, 'items.0.accounts')).toMatchObject([
    { id: 'one', state: 'parked', class: 'quota', until, set_by: 'engine' },
    { id: 'two', state: 'parked', class: 'quota', until, set_by: 'engine' },
    { id: 'three', state: 'ok', class: null },
  ])
  // Parked accounts are not asked again.
  expect(tool.calls('one').length).toBeLessThanOrEqual(CLIENTS)
  expect(tool.calls('three')).toHaveLength(CLIENTS)
  expect(tool.leftovers()).toEqual([])
})
