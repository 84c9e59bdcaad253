import { EngineFailure, type Verdict } from '../../src/engines/contract/failure.ts'
import {
  TRANSCRIPTION_ACCOUNTS,
  type TranscriptionEngine,
} from '../../src/engines/contract/transcription.ts'
import type { JobView } from '../../src/features/shared/job-view.ts'
import { LocalAudio } from '../../src/media/audio/local-audio.ts'
import { readWav } from './doubles/whisper-output.ts'
import { pickEvents } from './pick.ts'
import { type Hear, Recogniser } from './recogniser.ts'
import { PRIMARY_KEY, startService, type TestOptions } from './service.ts'

/** A recogniser whose text follows from the length of each piece; see `recogniser.ts`. */
export function fakeRecogniser(
  id = 'whisper',
  over: Partial<TranscriptionEngine> & { hear?: Hear } = {},
) {
  const { hear, ...rest } = over
  const recogniser = new Recogniser(hear)
  const verdicts: Verdict[] = []
  const engine: TranscriptionEngine = {
    ...({
      type: 'transcription',
      accounts: TRANSCRIPTION_ACCOUNTS,
      id,
      label: id,
      kind: 'openai-http',
    } as const),
    ...{ models: ['base'], canTranslate: true },
    timeoutMs: 60_000,
    async transcribe({ path, language, prompt, task }, signal) {
      const recording = readWav(await Bun.file(path).bytes())
      if (recording === undefined) throw new EngineFailure('request', 'no WAV file')
      const heard = await recogniser.take({ ...recording, task, language, prompt }, signal)
      signal.throwIfAborted()
      const verdict = verdicts.shift()
      if (verdict !== undefined) throw new EngineFailure(verdict, `made to fail: ${verdict}`)
      if ('status' in heard) throw new EngineFailure('transient', heard.text)
      return { language: heard.language, segments: heard.segments, hasTimes: true }
    },
    async checkStatus() {},
    ...rest,
  }
  return {
    engine,
    recogniser,
    /** Lets one call fail for each verdict, in order. */
    fail: (...next: Verdict[]) => void verdicts.push(...next),
  }
}

/** Sound by the ffmpeg of this machine, which the settings of a test do not find. */
export function installedAudio(): LocalAudio {
  return new LocalAudio({ env: process.env })
}

/** The whole service, listening, with a recogniser. */
export function transcriptService(options: TestOptions = {}) {
  const fake = fakeRecogniser()
  const service = startService({ transcriptionEngines: [fake.engine], ...options })
  const headers = { authorization: `Bearer ${PRIMARY_KEY}` }
  const read = async (response: Response) => (await response.json()) as JobView
  return Object.assign(service, {
    ...fake,
    /** Sends a recording as the body itself. */
    send: (wav: Uint8Array, query = '', more: Record<string, string> = {}) =>
      fetch(`${service.url}/transcribe${query}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'audio/wav', ...more },
        body: wav.slice(),
      }),
    job: async ({ job_id: id }: JobView) => read(await service.asOwner('GET', `/jobs/${id}`)),
    /** A job's records as its event stream has them, until its end. */
    async records({ job_id: id }: JobView): Promise<JobView[]> {
      return pickEvents(await service.asOwner('GET', `/jobs/${id}/events`))
    },
    read,
  })
}
