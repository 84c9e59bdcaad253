import { randomId } from '../../platform/ids.ts'
import type { S3Connection, S3Settings } from './s3-connection.ts'
import { S3Error, type S3ErrorKind } from './s3-error.ts'

/** Why a bucket cannot be used, in words for the owner and without a secret. */
export interface BucketError {
  says: string
  fix: string
}

const CONTENT = new TextEncoder().encode('Hearth checks whether it can write here.\n')

/**
 * Lists, writes, reads and removes in a bucket, as the service does.
 *
 * @returns undefined when all of it works
 */
export async function checkBucket(
  connection: S3Connection,
  signal?: AbortSignal,
): Promise<BucketError | undefined> {
  const key = randomId('check-')
  const request = { key, signal, isTriedOnce: true }
  let step = 'list'
  try {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: connection.settings.prefix }
    await connection.send({ method: 'GET', query, signal, isTriedOnce: true })
    step = 'write'
    await connection.send({ ...request, method: 'PUT', body: CONTENT })
    step = 'read'
    const { text } = await connection.send({ ...request, method: 'GET' })
    if (text !== new TextDecoder().decode(CONTENT))
      throw new S3Error('what was written comes back as something else', { kind: 'unexpected' })
    step = 'delete'
    await connection.send({ ...request, method: 'DELETE' })
    return undefined
  } catch (error) {
    if (!(error instanceof S3Error)) throw error
    return explain(error, step, connection.settings)
  }
}

function explain(fault: S3Error, step: string, { endpoint, bucket }: S3Settings): BucketError {
  const where = `the bucket ${bucket} at ${new URL(endpoint).origin}`
  const says = `Hearth cannot ${step} in ${where} (${fault.message})`
  return { says, fix: fixOf(fault, bucket) }
}

const FIXES: Readonly<Partial<Record<S3ErrorKind, string>>> = {
  unreachable: 'Start that server, or correct endpoint in [files] s3',
  refused:
    'Correct key and secret in [files] s3, and let that key list the bucket and read, write and delete in it',
  full: 'Make room there, or raise its quota',
  busy: 'Look at that server: it answers and serves nothing',
}

function fixOf({ kind, status, code }: S3Error, bucket: string): string {
  if (kind === 'no_bucket')
    return `Create the bucket ${bucket}, or correct bucket in [files] s3: Hearth creates none`
  if (code === 'RequestTimeTooSkewed') return 'Set the clock of this machine or of that server'
  if (code === 'AuthorizationHeaderMalformed' || status === 301 || status === 307)
    return 'Correct region and endpoint in [files] s3: the bucket is in another region'
  return FIXES[kind] ?? 'Correct endpoint in [files] s3: it must be the address of a server of S3'
}
