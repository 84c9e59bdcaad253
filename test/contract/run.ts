// Drives real tools and code assistants, all against a scripted upstream:
// bun test/contract/run.ts [SUITE ...] [--only claude,codex,opencode]
import { parseArgs } from 'node:util'
import { SUITES } from './suites.ts'

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
})
let [passed, failed] = [0, 0]
for (const [name, run] of Object.entries(SUITES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const result = await run(values.only?.split(','))
  passed += result.passed
  failed += result.failed
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
