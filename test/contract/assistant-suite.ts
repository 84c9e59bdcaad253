import { ASSISTANTS, type Assistant } from './assistants.ts'
import { install } from './install.ts'
import { readRound } from './read-round.ts'
import type { ContractResult } from './suite.ts'

/**
 * Installs real code assistants and lets each read a file through Hearth. One that cannot be
 * installed is skipped with a reason.
 *
 * @param chosen Their commands; by default all
 */
export async function runAssistants(chosen?: readonly string[]): Promise<ContractResult> {
  const wanted = ASSISTANTS.filter(({ command }) => chosen?.includes(command) ?? true)
  const installed = await Promise.all(wanted.map(prepared))
  const result: ContractResult = { passed: 0, failed: 0, failures: [] }
  // One after another: each uses all processors during its start.
  for (const { assistant, path } of installed.flat()) {
    const started = performance.now()
    const faults = await readRound(assistant, path).catch((error: unknown) => [String(error)])
    const ms = String(Math.round(performance.now() - started)).padStart(6)
    const verdict = faults.length === 0 ? 'ok    ' : 'FAILED'
    const why = faults.length === 0 ? '' : ` [${faults.join('; ')}]`
    console.log(`${verdict} ${assistant.command.padEnd(8)} reads a file ${ms} ms${why}`)
    if (faults.length === 0) result.passed += 1
    else {
      result.failed += 1
      const file = `contract: ${assistant.command}`
      result.failures.push({ file, name: 'reads a file', message: faults.join('\n') })
    }
  }
  return result
}

async function prepared(assistant: Assistant): Promise<{ assistant: Assistant; path: string }[]> {
  const { command, version } = assistant
  try {
    const path = await install(assistant)
    console.log(`assistants: ${command} ${version} from npm`)
    return [{ assistant, path }]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    console.log(`assistants: skipped ${command}: ${why}`)
    return []
  }
}
