import { HAS_REDIS, redisServer } from '../../support/redis-server.ts'
import type { Failure, Report } from '../../support/test-report.ts'
import { runTestFiles } from '../run-test-files.ts'
import type { ContractResult } from '../suite.ts'
import { DIFFERENCES, SURFACES } from './files.ts'

const NAME = 'worker-nodes'

/**
 * Runs the tests of what a service does with engines twice: with the engines in process, and with the
 * engines on two worker nodes behind a Redis server. Prints the counts of each surface and way.
 *
 * @param chosen Names of suites; nothing runs where this one is not among them
 */
export async function runWorkerNodes(chosen?: readonly string[]): Promise<ContractResult> {
  const result: ContractResult = { passed: 0, failed: 0, failures: [] }
  if (chosen?.includes(NAME) === false) return result
  if (!HAS_REDIS) {
    console.log(`contract: skipped ${NAME}: redis-server is not installed`)
    return result
  }
  await using redis = await redisServer()
  const ways = { 'in process': {}, 'two worker nodes': { TEST_WORKER_NODES_URL: redis.url } }
  for (const [way, env] of Object.entries(ways)) {
    const startedAt = performance.now()
    const counts = { passed: 0, failed: 0, different: 0 }
    for (const [surface, files] of Object.entries(SURFACES)) {
      const report = await runTestFiles(files, { env })
      const { failures, different } = 'TEST_WORKER_NODES_URL' in env ? sort(report) : all(report)
      counts.passed += report.passed
      counts.failed += failures.length
      counts.different += different
      const line = `${report.passed} passed, ${failures.length} failed, ${different} different by design`
      console.log(`${NAME.padEnd(13)} ${surface.padEnd(14)} ${way.padEnd(17)} ${line}`)
      for (const { file, name } of failures) console.log(`    FAILED ${file}: ${name}`)
      result.failures.push(
        ...failures.map((one) => ({ ...one, file: `contract: ${way}: ${one.file}` })),
      )
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(
      `${NAME}, ${way}: ${counts.passed} passed, ${counts.failed} failed, ${counts.different} different by design, in ${seconds} s`,
    )
    result.passed += counts.passed
    result.failed += counts.failed
  }
  return result
}

function all({ failures }: Report) {
  return { failures, different: 0 }
}

/** Prints the reason of each failure that is by design, and gives the others. */
function sort({ failures }: Report) {
  const rest: Failure[] = []
  for (const failure of failures) {
    const known = DIFFERENCES.find(({ name }) => failure.name.includes(name))
    if (known === undefined) rest.push(failure)
    else console.log(`    differs: ${failure.name}: ${known.reason}`)
  }
  return { failures: rest, different: failures.length - rest.length }
}
