import { ASSISTANTS, type Assistant } from './assistants.ts'
import { FAILURES, failureRound } from './failure-round.ts'
import { install, installBeside } from './install.ts'
import { readRound } from './read-round.ts'
import type { ContractResult } from './suite.ts'
import { workRound } from './work-round.ts'

/**
 * Installs real code assistants and lets each read a file through Hearth. One that cannot be
 * installed is skipped with a reason.
 *
 * @param chosen Their commands; by default all
 */
export async function runAssistants(chosen?: readonly string[]): Promise<ContractResult> {
  const wanted = ASSISTANTS.filter(({ command }) => chosen?.includes(command) ?? true)
  // Each once, also where it is driven in several ways.
  const commands = new Map(wanted.map((assistant) => [assistant.command, assistant]))
  const found = await Promise.all([...commands.values()].map(prepared))
  const paths = new Map([...commands.keys()].map((command, index) => [command, found[index]]))
  const result: ContractResult = { passed: 0, failed: 0, failures: [] }
  // One after another: each uses all processors during its start.
  for (const assistant of wanted) {
    const path = paths.get(assistant.command)
    if (path === undefined) continue
    const { command } = assistant
    for (const [name, round] of roundsOf(assistant, path)) {
      const started = performance.now()
      const faults = await round().catch((error: unknown) => [String(error)])
      const ms = String(Math.round(performance.now() - started)).padStart(6)
      const verdict = faults.length === 0 ? 'ok    ' : 'FAILED'
      const why = faults.length === 0 ? '' : ` [${faults.join('; ')}]`
      console.log(`${verdict} ${command.padEnd(8)} ${name} ${ms} ms${why}`)
      if (faults.length === 0) result.passed += 1
      else {
        result.failed += 1
        const file = `contract: ${command}`
        result.failures.push({ file, name, message: faults.join('\n') })
      }
    }
  }
  return result
}

/** What an assistant is seen to do: each resolves with what went wrong. */
function roundsOf(assistant: Assistant, path: string): [name: string, () => Promise<string[]>][] {
  const { way, failures = [], works = [] } = assistant
  const name = way === undefined ? 'reads a file' : `reads a file by ${way}`
  return [
    [name, () => readRound(assistant, path)],
    ...works.map((work): [string, () => Promise<string[]>] => [
      work,
      () => workRound(assistant, path, work),
    ]),
    ...Object.entries(FAILURES)
      .filter(([failure]) => failures === 'all' || failures.includes(failure))
      .map(([failure, one]): [string, () => Promise<string[]>] => [
        way === undefined ? failure : `${failure} by ${way}`,
        () => failureRound(assistant, path, one),
      ]),
  ]
}

/** @returns The command; undefined where it cannot be installed */
async function prepared(assistant: Assistant): Promise<string | undefined> {
  const { command, version, companion } = assistant
  try {
    const path = await install(assistant)
    if (companion) await installBeside({ ...companion, version })
    console.log(`assistants: ${command} ${version} from npm`)
    return path
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.log(`assistants: skipped ${command}: ${why}`)
    return undefined
  }
}
