import { chunksOf, openBody } from '../../../ui/api.ts'
import { PcmPlayer } from './pcm-player.ts'
import { reading } from './reading.ts'
import { spokenText } from './spoken-text.ts'

let stopNow: (() => void) | undefined

/**
 * Reads an answer aloud, from its first words on while the rest is still being spoken. Stops what was
 * read before.
 *
 * @param text In Markdown
 * @param by Which engine and voice speak; by default the service chooses
 * @returns When it has ended, or was stopped
 * @throws {ApiError}
 */
export async function readAloud(
  id: string,
  text: string,
  by: { model: string; voice?: string } = { model: 'auto' },
): Promise<void> {
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
    const body = await openBody('/v1/audio/speech', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ input: spokenText(text), ...by, response_format: 'pcm' }),
      signal: abort.signal,
    })
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
