import { missingSwift, SwiftNotStarted, startSwift } from '../../support/swift/swift.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { runTestFiles } from '../run-test-files.ts'
import type { ContractResult } from '../suite.ts'

const NAME = 'swift'
const FILES = [
  'test/contract/swift/storage.test.ts',
  ...['files', 'conversation-attachments', 'speech', 'worker', 'worker-artifacts'].map(
    (name) => `test/features/${name}.test.ts`,
  ),
]

/**
 * Runs the tests of the storage, and those of the surfaces that keep files, over Debian's Swift with
 * its S3 API, which checks every signature.
 *
 * @param chosen Names of suites; nothing runs where this one is not among them
 */
export async function runSwift(chosen?: readonly string[]): Promise<ContractResult> {
  const result: ContractResult = { passed: 0, failed: 0, failures: [] }
  if (chosen?.includes(NAME) === false) return result
  const missing = missingSwift()
  if (missing !== undefined) {
    console.log(`contract: skipped ${NAME}: ${missing} is not installed`)
    return result
  }
  using folder = tempFolder()
  const swift = await startSwift(folder.path).catch((error: unknown) => {
    if (error instanceof SwiftNotStarted) return error
    throw error
  })
  if (swift instanceof SwiftNotStarted) {
    console.log(`contract: skipped ${NAME}: it does not start: ${swift.message}`)
    return result
  }
  await using running = swift
  const { endpoint, bucket, key, secret } = running.settings
  const env = {
    ...{ FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket },
    ...{ FILES_S3_KEY: key, FILES_S3_SECRET: secret },
  }
  for (const file of FILES) {
    const startedAt = performance.now()
    const { passed, skipped, failures } = await runTestFiles([file], { env, isHeard: true })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const counts = `${passed} passed, ${failures.length} failed, ${skipped} skipped`
    console.log(`${NAME.padEnd(13)} ${file}: ${counts}, in ${seconds} s`)
    for (const { name, message } of failures) console.log(`    FAILED ${name}: ${message}`)
    result.passed += passed
    result.failed += failures.length
    result.failures.push(...failures.map((one) => ({ ...one, file: `contract: ${one.file}` })))
  }
  return result
}
