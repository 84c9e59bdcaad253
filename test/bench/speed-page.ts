// Measures what gateways add, and writes the table of /docs/speed: bun run docs:speed
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startScript } from './child.ts'
import { addedTimes, cells, openLoopResults } from './open-loop.ts'
import { startPortkey } from './portkey.ts'
import { originOf } from './results.ts'
import { withSpeedTable } from './speed-table.ts'

const PAGE = join(import.meta.dir, '../../public/docs/speed.md')

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    /** Prints the table and leaves the page as it is. */
    print: { type: 'boolean', default: false },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'))
await using children = new AsyncDisposableStack()
children.defer(() => rmSync(folder, { recursive: true, force: true }))
const log = (name: string) => join(folder, `${name}.log`)
const upstream = children.use(await startScript('upstream', [], log('upstream')))
const passThrough = children.use(
  await startScript('pass-through', [upstream.url], log('pass-through')),
)
const portkey = children.use(await startPortkey(folder))
const bench = { upstream, passThrough, portkey, folder, rounds, seconds, usageRows: 0 }
const lines = addedTimes(await openLoopResults(bench)).map((one) => ({
  name: one.name,
  perSecond: one.perSecond,
  cells: cells(one),
}))
const page = withSpeedTable(readFileSync(PAGE, 'utf8'), lines, originOf(rounds, seconds))
if (values.print) console.log(page)
else writeFileSync(PAGE, page)
