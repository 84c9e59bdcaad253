import type { CodedText } from './coded-text.ts'
import { codeOf } from './errors.ts'

/** Why a request got no answer, by a code of our own. */
export const FETCH_REASON_TEXTS = {
  fetch_nothing_listens: 'nothing listens there',
  fetch_closed: 'the connection was closed',
  fetch_no_name: 'there is no such name',
  fetch_no_lookup: 'names cannot be looked up at the moment',
  fetch_too_late: 'no answer in time',
  fetch_no_way: 'there is no way to that address',
  fetch_no_network: 'there is no network',
  fetch_no_tls: 'it does not speak TLS there',
  fetch_expired: 'its certificate has expired',
  fetch_self_signed: 'its certificate is self-signed',
  fetch_not_trusted: 'nobody whom this machine trusts has signed its certificate',
  fetch_other_name: 'its certificate is for another name',
  fetch_proxy_refuses: 'the proxy refuses the connection',
  fetch_no_http: 'its answer is not HTTP',
  fetch_long_headers: 'its headers are too long',
} as const satisfies Record<string, string>

type FetchReason = keyof typeof FETCH_REASON_TEXTS

/** Failures of a request by their system code. */
const REASONS: Readonly<Record<string, FetchReason>> = {
  ECONNREFUSED: 'fetch_nothing_listens',
  ConnectionRefused: 'fetch_nothing_listens',
  ECONNRESET: 'fetch_closed',
  ENOTFOUND: 'fetch_no_name',
  EAI_AGAIN: 'fetch_no_lookup',
  ETIMEDOUT: 'fetch_too_late',
  EHOSTUNREACH: 'fetch_no_way',
  ENETUNREACH: 'fetch_no_network',
  EPROTO: 'fetch_no_tls',
  CERT_HAS_EXPIRED: 'fetch_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'fetch_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'fetch_self_signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'fetch_not_trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'fetch_not_trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'fetch_other_name',
  ERR_PROXY_TUNNEL: 'fetch_proxy_refuses',
  Malformed_HTTP_Response: 'fetch_no_http',
  InvalidHTTPResponse: 'fetch_no_http',
  InvalidContentLength: 'fetch_no_http',
  UnrequestedUpgrade: 'fetch_no_http',
  ResponseHeadersTooLarge: 'fetch_long_headers',
}

/** Why a request got no answer. An unknown reason is the error's own text, which may hold the URL. */
export function fetchReason(error: unknown): string {
  return knownFetchReason(error) ?? ownText(error)
}

/** The same for pages, which have words for a known reason. */
export function fetchReasonText(error: unknown): string | CodedText {
  const code = fetchReasonCode(error)
  return code === undefined ? ownText(error) : { code, params: {} }
}

/** Why a request got no answer, without any word of the error itself; undefined for other errors. */
export function knownFetchReason(error: unknown): string | undefined {
  const code = fetchReasonCode(error)
  return code && FETCH_REASON_TEXTS[code]
}

function fetchReasonCode(error: unknown): FetchReason | undefined {
  if (error instanceof Error && error.name === 'TimeoutError') return 'fetch_too_late'
  const code = codeOf(error)
  return typeof code === 'string' && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined
}

function ownText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
