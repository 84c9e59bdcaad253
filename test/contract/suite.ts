import type { Failure } from '../support/test-report.ts'
import { type ContractCase, casesOf } from './cases.ts'
import { install } from './install.ts'
import { type Measured, measure } from './measure.ts'
import { REAL_TOOLS, type RealTool } from './tools.ts'

/** Number of parallel runs: the start of a tool uses one processor. */
const WORKERS = 2
const MAX_GOT_CHARACTERS = 160

/** The result of the suite. */
export interface ContractResult {
  passed: number
  failed: number
  /** Those that failed. */
  failures: Failure[]
}

interface Job {
  tool: RealTool
  command: string
  one: ContractCase
}

/**
 * Installs the real command-line tools and runs all cases with each of them. One that cannot be
 * installed is skipped with a reason.
 *
 * @param chosen The adapters; by default all
 */
export async function runContract(chosen?: readonly string[]): Promise<ContractResult> {
  const tools = REAL_TOOLS.filter(({ adapter }) => chosen?.includes(adapter) ?? true)
  const jobs = (await Promise.all(tools.map(prepared))).flat()
  const result: ContractResult = { passed: 0, failed: 0, failures: [] }
  const queue = jobs.values()
  const work = async () => {
    for (const { tool, command, one } of queue) {
      const measured = await measure(tool, command, one).catch(broken)
      const line = lineOf(tool.adapter, one.name, measured)
      console.log(line)
      if (measured.faults.length === 0) result.passed += 1
      else {
        result.failed += 1
        result.failures.push({ file: `contract: ${tool.adapter}`, name: one.name, message: line })
      }
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return result
}

/** A case that throws has failed; the others continue. */
function broken(error: unknown): Measured {
  return { ms: 0, signMs: undefined, got: 'broken', faults: [String(error)] }
}

async function prepared(tool: RealTool): Promise<Job[]> {
  try {
    const command = await install({ ...tool, command: tool.adapter })
    console.log(`contract: ${tool.adapter} ${tool.version} from npm`)
    return casesOf(tool).map((one) => ({ tool, command, one }))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.log(`contract: skipped ${tool.adapter}: ${why}`)
    return []
  }
}

function lineOf(adapter: string, name: string, { ms, signMs, got, faults }: Measured): string {
  const result = faults.length === 0 ? 'ok' : 'FAILED'
  const sign = signMs === undefined ? '' : `, ${Math.round(signMs)} ms from the first sign`
  const why = faults.length === 0 ? '' : ` [${faults.join('; ')}]`
  const time = `${String(Math.round(ms)).padStart(6)} ms${sign}`
  return `${result.padEnd(6)} ${adapter.padEnd(6)} ${name.padEnd(22)} ${time}: ${got.slice(0, MAX_GOT_CHARACTERS)}${why}`
}
