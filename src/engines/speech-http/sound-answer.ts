import { EngineFailure } from '../contract/failure.ts'
import { codeOf } from '../openai-http/server-failure.ts'
import { MAX_SPEECH_BYTES } from '../speech/read-speech.ts'

/** Media types of what is no sound. */
const NO_SOUND = /^(?:text\/|application\/(?:json|problem\+json|xml))/i

/**
 * The bytes of a successful answer.
 *
 * @throws {EngineFailure} `transient` when it breaks off, `unknown` when it is endless, `empty`
 */
export async function soundOfAnswer(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      bytes += part.byteLength
      // Leaving the loop closes the connection.
      if (bytes > MAX_SPEECH_BYTES) break
      parts.push(part)
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause
    throw new EngineFailure('transient', `The engine broke off: ${codeOf(cause)}`, { cause })
  }
  if (bytes > MAX_SPEECH_BYTES)
    throw new EngineFailure('unknown', 'The engine sent sound without an end')
  if (bytes === 0) throw new EngineFailure('empty', 'The engine sent no sound')
  return Buffer.concat(parts)
}

/** What other encodings begin with. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^ID3|^\xff[\xe2-\xe7\xf2-\xf7\xfa-\xfb]/, 'MP3'],
  [/^\xff[\xf0-\xf1\xf8-\xf9]/, 'AAC'],
  [/^OggS/, 'Ogg'],
  [/^fLaC/, 'FLAC'],
]

/**
 * How sound is encoded, by what it begins with.
 *
 * @param type Its media type, as the server calls it
 * @returns undefined for WAV, and for what is not known
 * @throws {EngineFailure} `unknown` when it is plainly no sound
 */
export function encodingOf(sound: Uint8Array, type: string): string | undefined {
  const start = Buffer.from(sound.subarray(0, 4)).toString('latin1')
  const encoding = BEGINNINGS.find(([pattern]) => pattern.test(start))?.[1]
  if (encoding === undefined && NO_SOUND.test(type) && start !== 'RIFF')
    throw new EngineFailure('unknown', `The engine sent ${type.split(';')[0]} in place of sound`)
  return encoding
}
