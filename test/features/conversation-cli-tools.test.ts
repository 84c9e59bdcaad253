import { expect, test } from 'bun:test'
import { lines, type Scenario, startTool } from '../support/cli-double.ts'
import { conversationClient } from '../support/conversations.ts'
import { fixtureTool } from '../support/mcp.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp, PRIMARY_KEY } from '../support/service.ts'

const INIT = { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' }
const RESULT = { type: 'result', subtype: 'success', is_error: false, result: '' }

/** What `claude` writes for an answer of these pieces. */
function saying(...pieces: readonly string[]): Scenario {
  const deltas = pieces.map((text) => ({
    type: 'stream_event',
    event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  }))
  return { steps: [lines(INIT, ...deltas, RESULT)] }
}

const callOf = (name: string) => JSON.stringify({ call_functions: [{ name, arguments: { n: 1 } }] })

test('a subscription’s tool calls four tools in one answer, each after the result of the one before', async () => {
  const names = ['harbour', 'tides', 'weather', 'boats']
  using tool = startTool('claude', saying('Let me see.\n', callOf('harbour')))
  const fixtures = names.map((name, index) =>
    fixtureTool(name, async () => {
      const next = names[index + 1]
      // In pieces, as it comes over a slow pipe.
      tool.setScenario(next === undefined ? saying('At six.') : saying(...callOf(next)))
      return `Result of ${name}`
    }),
  )
  await using service = createTestApp({
    engines: [tool.engine],
    more: () => ({ name: 'fixtures', tools: fixtures }),
  })
  const client = conversationClient(service, `Bearer ${PRIMARY_KEY}`)
  const path = await client.begin()
  const watch = await client.watch(path)
  const message = { content: 'When does the boat go?', tools: 'all' }
  await client.json('POST', `${path}/messages`, message)
  await watch.until({ 'message.role': 'assistant', 'message.status': 'complete' })
  await watch.close()
  const [, reply] = pickList(await client.json('GET', path), 'messages')
  const steps = pickList(reply, 'steps')
  expect(steps.map((step) => pick(step, 'calls.0.tool'))).toEqual(names)
  expect(steps.every((step) => pick(step, 'calls.0.ok') === true)).toBe(true)
  expect(pick(reply, 'content')).toMatch(/^Let me see\.\n+At six\.$/)
  const prompts = tool.calls().map(({ stdin }) => stdin)
  expect(prompts).toHaveLength(5)
  for (const [index, name] of names.entries()) {
    expect(prompts[index]).not.toContain(`Result of ${name}`)
    expect(prompts[index + 1]).toContain(`Result of ${name}`)
  }
})
