import type { ContractResult } from './suite.ts'

/** A case that this machine cannot run; the message says why. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

/** Each resolves with what was seen, and rejects when it has failed. */
export type Cases = Readonly<Record<string, () => Promise<string>>>

/**
 * Runs cases one after another and prints how each has ended.
 *
 * @param chosen Their names; by default all
 */
export async function runCases(cases: Cases, chosen?: readonly string[]): Promise<ContractResult> {
  const result: ContractResult = { passed: 0, failed: 0, failures: [] }
  for (const [name, run] of Object.entries(cases)) {
    if (chosen?.includes(name) === false) continue
    const start = performance.now()
    const time = () => `${String(Math.round(performance.now() - start)).padStart(6)} ms`
    try {
      const seen = await run()
      result.passed += 1
      console.log(`ok     ${name.padEnd(29)} ${time()}: ${seen}`)
    } catch (error) {
      if (error instanceof Skipped) {
        console.log(`contract: skipped ${name}: ${error.message}`)
        continue
      }
      const message = String(error)
      result.failed += 1
      result.failures.push({ file: 'contract', name, message })
      console.log(`FAILED ${name.padEnd(29)} ${time()}: ${message}`)
    }
  }
  return result
}
