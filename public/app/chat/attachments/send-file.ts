import { ApiError, api } from '../../../ui/api.ts'
import { m as ui } from '../../../ui/messages/en.ts'

const TUS = { 'Tus-Resumable': '1.0.0' } as const

/**
 * Uploads a file with one request: it is small enough to be sent anew when that fails.
 *
 * @param onProgress Bytes that have gone
 * @returns The id of the finished upload
 * @throws {ApiError} status 0 when no answer came
 */
export function sendFile(
  file: File,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<string> {
  // Removed before this part was loaded.
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  request.open('POST', '/buffer')
  request.responseType = 'json'
  const metadata = [`filename ${base64(file.name)}`]
  if (file.type !== '') metadata.push(`filetype ${base64(file.type)}`)
  const headers = {
    ...TUS,
    'Upload-Length': String(file.size),
    'Upload-Metadata': metadata.join(','),
    'Content-Type': 'application/offset+octet-stream',
  }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  const sending = Promise.withResolvers<string>()
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  request.addEventListener('error', () =>
    sending.reject(new ApiError(0, 'offline', ui.cannotReach)),
  )
  request.addEventListener('abort', () => sending.reject(signal.reason))
  request.addEventListener('load', () => {
    const { id, detail, code } = Object(request.response)
    const isWhole = request.getResponseHeader('upload-offset') === String(file.size)
    if (request.status === 201 && isWhole) sending.resolve(String(id))
    else {
      const message = typeof detail === 'string' ? detail : ui.answered(request.status)
      if (request.status === 401) window.dispatchEvent(new CustomEvent('signed-out'))
      sending.reject(new ApiError(request.status, String(code ?? 'unknown'), message))
    }
  })
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return sending.promise
}

/** Deletes an upload that is not needed any more. */
export function forgetFile(id: string): void {
  const params = { path: { id }, header: TUS }
  void api.DELETE('/buffer/{id}', { params }).catch(() => undefined)
}

/** Of the bytes in UTF-8. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
