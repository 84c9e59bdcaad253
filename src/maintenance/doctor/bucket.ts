import type { Config } from '../../config/load.ts'
import type { Check } from '../../core/doctor/finding.ts'
import type { BucketProblem } from '../../storage/s3/check-bucket.ts'

/**
 * Whether the bucket of files can be used.
 *
 * @param problemOf Writes, reads and removes there; undefined without a bucket
 */
export function bucketCheck(
  { files: { s3 } }: Pick<Config, 'files'>,
  problemOf: ((signal: AbortSignal) => Promise<BucketProblem | undefined>) | undefined,
): readonly Check[] {
  const id = 'bucket'
  if (s3 === undefined || problemOf === undefined) return []
  const run: Check['run'] = async (signal) => {
    const problem = await problemOf(signal)
    if (problem !== undefined)
      return [
        {
          id,
          level: 'error',
          says: `${problem.says}: files are neither stored nor sent`,
          fix: problem.fix,
        },
      ]
    const says = `Files are kept in the bucket ${s3.bucket} at ${new URL(s3.endpoint).origin}, which can be written, read and listed`
    return [{ id, level: 'ok', says }]
  }
  return [{ id, run }]
}
