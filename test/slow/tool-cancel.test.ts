import { expect, test } from 'bun:test'
import type { Engine } from '../../src/engines/contract/text.ts'
import { lines, startTool } from '../support/cli-double.ts'
import { processesWith } from '../support/live-processes.ts'
import { pick, pickList } from '../support/pick.ts'
import { head, openRaw, sendRaw } from '../support/raw-client.ts'
import { startService, type TestService } from '../support/service.ts'

const STREAMS = 40
const LEFT_WITHIN_MS = 150
const SEED = 20_261_121

const INIT = { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' }
const WORD = {
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word ' } },
}
const RESULT = { type: 'result', subtype: 'success', is_error: false, result: '' }

test('clients that disconnect at random moments leave no process, lease, lock or folder, and one usage row for each run', async () => {
  const words = Array.from({ length: 6 }, () => [lines(WORD), { pause: 8 }]).flat()
  using tool = startTool(
    'claude',
    { steps: [lines(INIT), ...words, lines(RESULT)] },
    { accounts: ['one', 'two'] },
  )
  const counted = counting(tool.engine)
  // More clients than lanes, and more lanes than logins: clients disconnect in both queues.
  await using service = startService({ engines: [counted.engine], heavyWidth: 3 })
  const random = seeded(SEED)
  const moments = Array.from({ length: STREAMS }, () => random() * LEFT_WITHIN_MS)
  const heard: string[] = []
  const client = async (name: string) => {
    const key = service.makeKey({ generate: true, agent_engines: ['tool'] }, name)
    for (let ms = moments.pop(); ms !== undefined; ms = moments.pop()) {
      heard.push(await hearFor(ms, service, key.authorization))
      // A later connection is served later: what arrived of the request that was left counts from here on.
      expect((await sendRaw(service.port, head('GET /health HTTP/1.1'))).status).toBe(200)
      // The last request may still have one of the owner's two leases, not both.
      await until(
        () => (service.services.admissions.of('model').state().owners[`key:${key.id}`] ?? 0) < 2,
      )
    }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(client))
  await until(() => isIdle(service))
  expect(processesWith(`CLAUDE_CONFIG_DIR=${tool.folder}/one`)).toEqual([])
  expect(processesWith(`CLAUDE_CONFIG_DIR=${tool.folder}/two`)).toEqual([])
  // The folder of a run that was left while it was made goes after its lease.
  await until(() => tool.leftovers().length === 0 && tool.locks.size === 0)
  expect(service.services.admissions.of('model').state()).toMatchObject({ admitted: 0, owners: {} })
  expect(heard.filter((text) => text !== '' && !text.startsWith('HTTP/1.1 200'))).toEqual([])
  expect(heard).toHaveLength(STREAMS)

  const rows = await usageRows(service)
  expect(rows.filter(({ outcome }) => outcome !== 'succeeded' && outcome !== 'cancelled')).toEqual(
    [],
  )
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(counted.started)
  expect(counted.started).toBeWithin(10, STREAMS + 1)
  expect(tool.calls('one').length + tool.calls('two').length).toBeLessThanOrEqual(counted.started)
})

/** The same engine, with a count of started answers. */
function counting(inner: Engine) {
  let started = 0
  const { type, id, label, models, maxCharacters, timeoutMs, capabilities, accounts } = inner
  const engine: Engine = {
    ...{ type, id, label, models, maxCharacters, timeoutMs, capabilities, accounts },
    run(turn, account, signal) {
      started += 1
      return inner.run(turn, account, signal)
    },
    probeKind: (account) => inner.probeKind?.(account) ?? 'status',
    checkStatus: (signal, account) => inner.checkStatus(signal, account),
  }
  return {
    engine,
    get started() {
      return started
    },
  }
}

/**
 * Requests a stream and closes the connection after some milliseconds, or at its end. @returns The
 * received text
 */
async function hearFor(ms: number, { port }: TestService, authorization: string): Promise<string> {
  const messages = [{ role: 'user', content: 'hi' }]
  const body = JSON.stringify({ model: 'tool/opus', stream: true, messages })
  const start = head(
    'POST /v1/chat/completions HTTP/1.1',
    `Authorization: ${authorization}`,
    `Content-Length: ${body.length}`,
  )
  using client = openRaw(port, start + body)
  const moment = Promise.withResolvers<void>()
  const timer = setTimeout(moment.resolve, ms)
  await Promise.race([moment.promise, client.until((text) => text.includes('[DONE]'))])
  clearTimeout(timer)
  return client.text
}

async function isIdle({ services }: TestService): Promise<boolean> {
  const lanes = await services.queue.lanes()
  const free = lanes.every(({ running, waiting }) => running.length + waiting.length === 0)
  return free && services.admissions.of('model').state().admitted === 0
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}

async function usageRows(service: TestService): Promise<{ outcome: unknown; calls: number }[]> {
  const report = await service.asOwner('GET', '/admin/usage?group_by=outcome')
  return pickList(await report.json(), 'items').map((item) => ({
    outcome: pick(item, 'outcome'),
    calls: Number(pick(item, 'model_calls')),
  }))
}

/** Park and Miller's random numbers between 0 and 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
