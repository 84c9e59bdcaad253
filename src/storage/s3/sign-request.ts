/** Who asks, and for which region of a server. */
export interface S3Credentials {
  /** Access key id. */
  key: string
  /** Secret access key. */
  secret: string
  region: string
}

interface UnsignedRequest {
  method: string
  /** With the query of {@link canonicalQuery}. */
  url: URL
  /** With names in lower case; all are signed. */
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, in hex. */
  bodySha256: string
  /** UTC milliseconds. */
  at: number
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/**
 * The headers of a request with its signature, Signature Version 4. The signature holds for the body
 * too, so that a server refuses a body that was damaged on its way.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest(
  { method, url, headers, bodySha256, at }: UnsignedRequest,
  { key, secret, region }: S3Credentials,
): Record<string, string> {
  const time = new Date(at).toISOString().replace(/[:-]|\.\d{3}/g, '')
  const date = time.slice(0, 8)
  const signed = { ...headers, 'x-amz-content-sha256': bodySha256, 'x-amz-date': time }
  const all = Object.entries({ ...signed, host: url.host }).toSorted(byName)
  const names = all.map(([name]) => name).join(';')
  const request = [
    method,
    url.pathname,
    url.search.slice(1),
    ...all.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    bodySha256,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = [ALGORITHM, time, scope, sha256Hex(request)].join('\n')
  const signingKey = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(Buffer.from(`AWS4${secret}`), date), region),
  )
  const signature = hmac(signingKey, text).toString('hex')
  const authorization = `${ALGORITHM} Credential=${key}/${scope},SignedHeaders=${names},Signature=${signature}`
  return { ...signed, authorization }
}

/** The query of a request as it is sent and signed: in the order of its names, encoded by RFC 3986. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

export function sha256Hex(bytes: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return new Bun.CryptoHasher('sha256', key).update(text).digest()
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : Number(a > b)
}
