import { read } from '../../../ui/api.ts'
import { PcmPlayer } from './pcm-player.ts'
import { reading } from './reading.ts'
import { spokenText } from './spoken-text.ts'

let stopNow: (() => void) | undefined

/**
 * Reads an answer aloud, from its first words on while the rest is still being spoken. Stops what was
 * read before.
 *
 * @param text In Markdown
 * @returns When it has ended, or was stopped
 * @throws {ApiError}
 */
export async function readAloud(id: string, text: string): Promise<void> {
  stopReading()
  const abort = new AbortController()
  const player = new PcmPlayer(() => {
    if (reading.peek()?.id === id) reading.value = { id, state: 'sounding' }
  })
  stopNow = () => {
    abort.abort()
    player.close()
  }
  const own = stopNow
  reading.value = { id, state: 'coming' }
  try {
    const { body } = await read(answerOf(spokenText(text), abort.signal))
    // Read as fast as it comes: the service makes nothing else until it is sent.
    for await (const chunk of chunksOf(body)) player.add(chunk)
    await player.end()
  } catch (error) {
    if (!abort.signal.aborted) throw error
  } finally {
    player.close()
    if (stopNow === own) {
      stopNow = undefined
      reading.value = undefined
    }
  }
}

export function stopReading(): void {
  stopNow?.()
  stopNow = undefined
  reading.value = undefined
}

async function answerOf(
  input: string,
  signal: AbortSignal,
): Promise<{
  data?: { body: ReadableStream<Uint8Array> | null }
  error?: unknown
  response: Response
}> {
  const response = await fetch('/v1/audio/speech', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input, model: 'auto', response_format: 'pcm' }),
    signal,
  })
  if (response.ok) return { data: { body: response.body }, response }
  return { error: await response.json().catch(() => undefined), response }
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
