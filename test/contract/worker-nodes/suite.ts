import { HAS_REDIS, redisServer } from '../../support/redis-server.ts'
import type { Failure, Report } from '../../support/test-report.ts'
import { runTestFiles } from '../run-test-files.ts'
import type { ContractResult } from '../suite.ts'
import { DIFFERENCES, FILES } from './files.ts'

const NAME = 'worker-nodes'

/**
 * Runs the tests of what a service does with engines with the engines on two worker nodes behind a Redis
 * server. With the engines in process they are among the default tests.
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
  const startedAt = performance.now()
  const report = await runTestFiles(FILES, { env: { TEST_WORKER_NODES_URL: redis.url } })
  const { failures, different } = sort(report)
  for (const { file, name } of failures) console.log(`    FAILED ${file}: ${name}`)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `${NAME}: ${report.passed} passed, ${failures.length} failed, ${different} different by design, in ${seconds} s`,
  )
  return {
    passed: report.passed,
    failed: failures.length,
    failures: failures.map((one) => ({ ...one, file: `contract: ${NAME}: ${one.file}` })),
  }
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
