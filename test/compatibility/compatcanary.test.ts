import { expect, test } from 'bun:test'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const SCANNER = Bun.fileURLToPath(new URL('cli.js', import.meta.resolve('compatcanary')))

test('compatcanary: every check of its chat profile passes', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const scan = Bun.spawn(
    [
      process.execPath,
      SCANNER,
      'scan',
      ...['--base-url', `${service.url}/v1`, '--model', 'auto'],
      ...['--profile', 'chat', '--format', 'json'],
    ],
    { env: { OPENAI_API_KEY: PRIMARY_KEY }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const report: unknown = await scan.stdout.json()
  expect(await scan.exited).toBe(0)
  expect(report).toMatchObject({
    score: 100,
    compatible: true,
    summary: { passes: 5, warnings: 0, failures: 0, total: 5 },
    results: [
      { id: 'models.list', status: 'pass' },
      { id: 'chat.basic', status: 'pass' },
      { id: 'chat.streaming', status: 'pass' },
      { id: 'chat.tool_call', status: 'pass' },
      { id: 'chat.structured_output', status: 'pass' },
    ],
  })
})
