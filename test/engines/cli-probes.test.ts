import { expect, test } from 'bun:test'
import { PROBE_INTERVAL_MS } from '../../src/core/engines/account-monitor.ts'
import { createAccounts, failure } from '../support/accounts.ts'
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

test('a busy account is not probed until its answer has ended', async () => {
  using tool = startTool('claude', { ...YES, steps: [lines(INIT, FIRST), { pause: 60_000 }] })
  using world = createAccounts([tool.engine], { statusCheckTimeoutMs: 60_000 })
  const accountState = world.accounts.find('tool', 'one')
  const held = tool.engine.run(turnOf('long'), accountState.account, new AbortController().signal)
  await held.next()
  await world.accountMonitor.tick()
  await world.accountMonitor.probe(accountState, 'owner')
  expect([accountState.verdicts.size, accountState.probedAt]).toEqual([0, undefined])
  expect(tool.calls()).toHaveLength(1)
  await held.return(undefined)
  await world.accountMonitor.tick()
  expect([accountState.verdicts.size, accountState.probedAt === undefined]).toEqual([0, false])
  expect(tool.calls().map(({ args }) => args.includes('status'))).toEqual([false, true])
})

test('claude’s signed_out account stays parked, whatever its status says, until a minimal answer comes', async () => {
  using tool = startTool('claude', { steps: [lines(INIT, BAD_LOGIN)], status: STATUS })
  using world = createAccounts([tool.engine], { statusCheckTimeoutMs: 60_000 })
  world.attempts(failure('signed_out'))
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual([])
  expect(world.alertNames()).toEqual(['account_signed_out tool/one'])
  tool.setScenario(YES)
  world.advance(PROBE_INTERVAL_MS)
  await world.accountMonitor.tick()
  expect(world.attempts()).toEqual(['tool/one'])
  expect(world.alertNames()).toEqual(['account_signed_out tool/one', 'account_back tool/one'])
  expect(tool.calls().map(({ args }) => args.includes('status'))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('an account with a key for a private server is probed by a minimal answer, not within 30 minutes of another', async () => {
  const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }
  using keyed = startTool('claude', recording('claude', 'ok'), { env })
  using login = startTool('claude', YES)
  const kinds = [keyed, login].map(({ engine }) => engine.probeKind({ id: 'one' }))
  expect(kinds).toEqual(['answer', 'status'])
  using world = createAccounts([keyed.engine], { statusCheckTimeoutMs: 60_000 })
  const accountState = world.accounts.find('tool', 'one')
  world.accounts.failed(accountState, 'opus', failure('signed_out'))
  await world.accountMonitor.probe(accountState, 'owner')
  expect([accountState.verdicts.size, keyed.calls().length]).toEqual([0, 1])
  world.advance(PROBE_INTERVAL_MS)
  world.accounts.succeeded(accountState, 'opus')
  await world.accountMonitor.tick()
  expect(keyed.calls()).toHaveLength(1)
})
