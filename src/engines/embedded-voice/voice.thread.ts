// The worker thread of `embedded-voice.ts`, which ends it when a text is no longer wanted.
import { WasiProgram } from './wasi.ts'

declare const self: Worker

const TEXT = 'text.txt'
const SOUND = 'sound.wav'

/** A text to be spoken. */
export interface VoiceRequest {
  /** Path of flite's WebAssembly module. */
  module: string
  voice: string
  /** As of `spokenText`. */
  text: string
  speed: number
}

/** A WAV file, or why there is none. */
export type VoiceResponse = { wav: Uint8Array<ArrayBuffer> } | { failure: string }

/** Compiling takes longer than a sentence. */
let compiled: Promise<WebAssembly.Module> | undefined

self.addEventListener('message', ({ data }: MessageEvent<VoiceRequest>) => void respond(data))

async function respond(request: VoiceRequest): Promise<void> {
  const response = await speak(request)
  self.postMessage(response, 'wav' in response ? [response.wav.buffer] : [])
}

async function speak({ module, voice, text, speed }: VoiceRequest): Promise<VoiceResponse> {
  try {
    compiled ??= compile(module)
    const program = new WasiProgram({
      args: [
        ...['flite', '-voice', voice, '--setf', `duration_stretch=${1 / speed}`],
        ...['-f', `/${TEXT}`, '-o', `/${SOUND}`],
      ],
      files: { [TEXT]: new TextEncoder().encode(text) },
    })
    program.run(await compiled)
    const wav = program.file(SOUND)
    return wav === undefined ? { failure: 'it wrote no sound' } : { wav }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

async function compile(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await Bun.file(path).arrayBuffer())
}
