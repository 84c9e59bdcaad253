import { expect, test } from 'bun:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { createTestApp } from '../support/service.ts'

/** The rules of `redocly lint` at their strictest: each warning is an error, none is switched off. */
const RULES = { extends: ['recommended-strict'] }
/** No path is both: the id of a job starts with `tts_`. */
const KNOWN =
  /^no-ambiguous-paths .* `\/api\/ai\/tts\/\{id\}\/\w+` and `\/api\/ai\/tts\/file\/\{name\}`\.$/

test('redocly lint has nothing to say about /openapi.json', async () => {
  await using service = createTestApp({ env: { BASE_URL: 'https://hearth.test' } })
  const source = await (await service.request('/openapi.json')).text()
  expect(await faults(source)).toEqual([])
  // The rules are in force: an answer that no schema allows is found.
  const { paths, ...rest } = JSON.parse(source)
  const { get, ...others } = paths['/health']
  const broken = { ...rest, paths: { '/health': { ...others, get: { ...get, operationId: 7 } } } }
  const found = await faults(JSON.stringify(broken))
  expect(found.some((fault) => fault.startsWith('struct at #/paths/~1health/get/'))).toBe(true)
})

async function faults(source: string): Promise<string[]> {
  const config = await createConfig(RULES)
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  const faults = problems.map(({ ruleId, message, location }) => {
    const [{ pointer } = {}] = location
    return `${ruleId} at ${pointer}: ${message}`
  })
  return faults.filter((fault) => !KNOWN.test(fault))
}
