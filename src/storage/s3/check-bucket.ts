import { type CodedText, fillTemplate } from '../../platform/coded-text.ts'
import { FETCH_REASON_TEXTS, fetchReasonText } from '../../platform/fetch-reason.ts'
import { randomId } from '../../platform/ids.ts'
import { BUCKET_TEXTS } from '../contract-bucket.ts'
import type { S3Connection, S3Settings } from './s3-connection.ts'
import { S3Error, type S3ErrorKind } from './s3-error.ts'

/** Why a bucket cannot be used, in words for the owner and without a secret. */
export interface BucketError {
  says: string
  fix: string
  /** The same for pages, in their own words. */
  reason: CodedText
  remedy: CodedText
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
  let step: Step = 'list'
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

type Step = 'list' | 'write' | 'read' | 'delete'

function explain(fault: S3Error, step: Step, { endpoint, bucket }: S3Settings): BucketError {
  const { origin } = new URL(endpoint)
  const said = fault.cause === undefined ? fault.message : fetchReasonText(fault.cause)
  const reason = { code: `bucket_no_${step}`, params: { bucket, origin, said } }
  const remedy = { code: remedyFor(fault), params: { bucket } }
  return { says: inEnglish(reason), fix: inEnglish(remedy), reason, remedy }
}

function inEnglish(text: CodedText): string {
  return fillTemplate('{text}', { text }, { ...BUCKET_TEXTS, ...FETCH_REASON_TEXTS })
}

const REMEDIES: Readonly<Partial<Record<S3ErrorKind, keyof typeof BUCKET_TEXTS>>> = {
  unreachable: 'bucket_start',
  refused: 'bucket_key',
  no_bucket: 'bucket_create',
  full: 'bucket_room',
  busy: 'bucket_busy',
}

function remedyFor({ kind, status, code }: S3Error): keyof typeof BUCKET_TEXTS {
  if (code === 'RequestTimeTooSkewed') return 'bucket_clock'
  if (code === 'AuthorizationHeaderMalformed' || status === 301 || status === 307)
    return kind === 'no_bucket' ? 'bucket_create' : 'bucket_region'
  return REMEDIES[kind] ?? 'bucket_endpoint'
}
