import { expect, test } from 'bun:test'
import { ROUND_MS } from '../../src/core/accounts/account-monitor.ts'
import { accountWorld, failure } from '../support/accounts.ts'
import { lines, recording, type Scenario, startTool, turnOf } from '../support/cli-double.ts'

const INIT = { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' }
const FIRST = {
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'yes' } },
}
const RESULT = { type: 'result', subtype: 'success', is_error: false, result: '' }
const BAD_LOGIN = { type: 'system', subtype: 'api_retry', error: 'authentication_failed' }
const STATUS = [lines({ loggedIn: true, authMethod: 'claude.ai' })]
const YES: Scenario = { steps: [lines(INIT, FIRST, RESULT)], status: STATUS }

test('an account in a long answer is left alone by the watcher, and looked at when it is done', async () => {
  using tool = startTool('claude', { ...YES, steps: [lines(INIT, FIRST), { pause: 60_000 }] })
  using world = accountWorld([tool.engine], { probeTimeoutMs: 10_000 })
  const standing = world.accounts.find('tool', 'one')
  const held = tool.engine.run(turnOf('long'), standing.account, new AbortController().signal)
  await held.next()
  await world.accountMonitor.tick()
  await world.accountMonitor.probe(standing, 'owner')
  expect([standing.verdicts.size, standing.probedAt]).toEqual([0, undefined])
  expect(tool.calls()).toHaveLength(1)
  await held.return(undefined)
  await world.accountMonitor.tick()
  expect([standing.verdicts.size, standing.probedAt === undefined]).toEqual([0, false])
  expect(tool.calls().map(({ args }) => args.includes('status'))).toEqual([false, true])
})

test('claude’s bad login stays parked while its status looks well, until a word of an answer comes', async () => {
  using tool = startTool('claude', { steps: [lines(INIT, BAD_LOGIN)], status: STATUS })
  using world = accountWorld([tool.engine], { probeTimeoutMs: 10_000 })
  world.tries(failure('signed_out'))
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual([])
  expect(world.told()).toEqual(['account_signed_out tool/one'])
  tool.play(YES)
  world.pass(ROUND_MS)
  await world.accountMonitor.tick()
  expect(world.tries()).toEqual(['tool/one'])
  expect(world.told()).toEqual(['account_signed_out tool/one', 'account_back tool/one'])
  expect(tool.calls().map(({ args }) => args.includes('status'))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('an account with a key for a house server is probed by an answer, which is spared after one', async () => {
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
  using keyed = startTool('claude', recording('claude', 'ok'), { env })
  using login = startTool('claude', YES)
  const kinds = [keyed, login].map(({ engine }) => engine.probeKind({ id: 'one' }))
  expect(kinds).toEqual(['answer', 'status'])
  using world = accountWorld([keyed.engine], { probeTimeoutMs: 10_000 })
  const standing = world.accounts.find('tool', 'one')
  world.accounts.failed(standing, 'opus', failure('signed_out'))
  await world.accountMonitor.probe(standing, 'owner')
  expect([standing.verdicts.size, keyed.calls().length]).toEqual([0, 1])
  world.pass(ROUND_MS)
  world.accounts.succeeded(standing, 'opus')
  await world.accountMonitor.tick()
  expect(keyed.calls()).toHaveLength(1)
})
