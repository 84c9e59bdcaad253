import { ApiError, read } from '../../../ui/api.ts'
import { toWav } from '../../../ui/audio/to-wav.ts'

/**
 * What is spoken in a recording of this browser. A service without a decoder takes WAV only: then it
 * is sent once more as that.
 *
 * @returns Trimmed; empty where nothing is spoken
 * @throws {ApiError}
 */
export async function writeDown(recording: File, signal: AbortSignal): Promise<string> {
  try {
    return await send(recording, signal)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_installed') throw error
    const wav = await toWav(recording).catch(() => undefined)
    if (wav === undefined) throw error
    return await send(wav, signal)
  }
}

async function send(file: File, signal: AbortSignal): Promise<string> {
  const body = new FormData()
  body.set('file', file)
  body.set('model', 'auto')
  // What was said is in the message.
  body.set('store', 'false')
  const { text } = await read(answerOf(body, signal))
  return text.trim()
}

async function answerOf(
  body: FormData,
  signal: AbortSignal,
): Promise<{ data?: { text: string }; error?: unknown; response: Response }> {
  const response = await fetch('/v1/audio/transcriptions', { method: 'POST', body, signal })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) return { error: answer, response }
  const { text } = Object(answer)
  return { data: { text: typeof text === 'string' ? text : '' }, response }
}
