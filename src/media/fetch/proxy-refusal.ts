import { AppError } from '../../platform/errors.ts'
import { knownFetchReason } from '../../platform/fetch-reason.ts'
import { downloadFailed } from './download.ts'

/** The answers of the proxy itself, by the code of the error. */
const STATUSES: Readonly<Record<string, string>> = {
  malformed: '400 Bad Request',
  unauthorized: '407 Proxy Authentication Required',
  invalid: '403 Forbidden',
  address_refused: '403 Forbidden',
  busy: '503 Service Unavailable',
}
const FAILED = '502 Bad Gateway'

/** The error as the program is told of it, without any word of an unexpected one. */
export function refusalOf(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error
  return downloadFailed(host, knownFetchReason(error) ?? 'the connection failed')
}

/** The whole answer of a refusal. */
export function refusalText({ code, message }: AppError): string {
  const body = `${message}\n`
  return [
    `HTTP/1.1 ${STATUSES[code] ?? FAILED}`,
    ...(code === 'unauthorized' ? ['proxy-authenticate: Basic realm="hearth"'] : []),
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
