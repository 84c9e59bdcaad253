import { codeOf } from './errors.ts'

const NO_HTTP = 'its answer is not HTTP'

/** Failures of a request by their system code, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ConnectionRefused: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'names cannot be looked up at the moment',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'there is no way to that address',
  ENETUNREACH: 'there is no network',
  EPROTO: 'it does not speak TLS there',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody whom this machine trusts has signed its certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody whom this machine trusts has signed its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_PROXY_TUNNEL: 'the proxy refuses the connection',
  Malformed_HTTP_Response: NO_HTTP,
  InvalidHTTPResponse: NO_HTTP,
  InvalidContentLength: NO_HTTP,
  UnrequestedUpgrade: NO_HTTP,
  ResponseHeadersTooLarge: 'its headers are too long',
}

/** Why a request got no answer. An unknown reason is the error's own text, which may hold the URL. */
export function fetchReason(error: unknown): string {
  return knownFetchReason(error) ?? (error instanceof Error ? error.message : String(error))
}

/** Why a request got no answer, without any word of the error itself; undefined for other errors. */
export function knownFetchReason(error: unknown): string | undefined {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  const code = codeOf(error)
  return typeof code === 'string' && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined
}
