import type { DetailedError } from 'tus-js-client'
import { ApiError } from '../api.ts'
import { m as ui } from '../messages/en.ts'
import { m } from './messages/en.ts'

/** Of one request: proxies and tunnels often take no more than 100 MB. */
const PIECE_BYTES = 32 * 1024 ** 2
/** A file up to this size is sent with the request that starts its upload. */
const AT_ONCE_BYTES = 256 * 1024
/** A request that has sent nothing for so long is given up; the next one goes on from there. */
const STALL_MS = 60_000

interface SendOptions {
  /** Of an upload that was started before. */
  path: string | undefined
  /** Called when the upload has started. */
  onPath: (path: string) => void
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/**
 * Sends a file to the service, or the rest of it. Not repeated by itself when it fails.
 *
 * @throws {ApiError} status 0 when no answer came
 */
export async function sendByTus(
  file: File,
  { path, onPath, onProgress, signal }: SendOptions,
): Promise<void> {
  const { Upload } = await import('tus-js-client')
  const sending = Promise.withResolvers<void>()
  const tus = new Upload(file, {
    // Without an endpoint it starts no other upload in place of one that is gone.
    ...(path === undefined
      ? { endpoint: `${location.origin}/buffer` }
      : { uploadUrl: location.origin + path }),
    uploadDataDuringCreation: file.size <= AT_ONCE_BYTES,
    chunkSize: PIECE_BYTES,
    retryDelays: null,
    storeFingerprintForResuming: false,
    metadata: { filename: file.name, ...(file.type === '' ? {} : { filetype: file.type }) },
    onUploadUrlAvailable: () => onPath(new URL(tus.url ?? '/').pathname),
    onProgress: (sent) => {
      stall.restart()
      onProgress(sent)
    },
    onSuccess: () => sending.resolve(),
    onError: (error) => sending.reject(failureOf(error)),
  })
  const stop = (reason: unknown) => {
    void tus.abort()
    sending.reject(reason)
  }
  const stall = stallTimer(() => stop(new ApiError(0, 'offline', m.standsStill)))
  const abort = () => stop(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    tus.start()
    await sending.promise
  } finally {
    stall.stop()
    signal.removeEventListener('abort', abort)
  }
}

function stallTimer(onStall: () => void) {
  let timer = setTimeout(onStall, STALL_MS)
  return {
    restart() {
      clearTimeout(timer)
      timer = setTimeout(onStall, STALL_MS)
    },
    stop: () => clearTimeout(timer),
  }
}

/** The refusal in the words of the service. */
function failureOf(error: Error | DetailedError): ApiError {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  const status = answer?.getStatus() ?? 0
  if (answer === null || status === 0) return new ApiError(0, 'offline', ui.cannotReach)
  const { detail, code } = bodyOf(answer.getBody())
  return new ApiError(status, code ?? 'unknown', detail ?? ui.answered(status))
}

function bodyOf(text: string): { detail?: string; code?: string } {
  try {
    const { detail, code } = Object(JSON.parse(text))
    return typeof detail === 'string' ? { detail, code: String(code) } : {}
  } catch {
    return {}
  }
}
