// Drives the real command-line tools and code assistants, all against a scripted upstream:
// bun run test:contract [--only claude,codex,opencode]
import { parseArgs } from 'node:util'
import { runAll } from './suites.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const { passed, failed } = await runAll(values.only?.split(','))
console.log(`${passed} passed, ${failed} failed`)
// Without any installed tool the suite proves nothing.
process.exit(failed === 0 && passed > 0 ? 0 : 1)
