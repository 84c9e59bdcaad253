import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOwner, startProcess, tempFolder } from '../support/process.ts'
import { postRecording, recogniserToml, recordsOf } from '../support/transcription-process.ts'
import { startWhisperServer } from '../support/whisper-server.ts'

const HOURS = 3
const SECONDS = HOURS * 3600
/** Samples of a frame: by itself ffmpeg makes 450,000 small ones, which take it five times as long to decode. */
const FRAME = 8192
/** What the service may take more than before; the decoded recording alone has 345 MB. */
const MAX_GROWTH_MB = 120

const reason = process.platform !== 'linux' || Bun.which('ffmpeg') === null
if (reason) console.log('Skipped long-recording.test.ts: it takes ffmpeg and Linux')

test.skipIf(reason)(
  'a recording of 3 hours: progress, memory, and a result with all its words',
  async () => {
    using folder = tempFolder()
    await using whisper = startWhisperServer()
    await using service = await startProcess(folder.path, recogniserToml(whisper))
    const file = join(folder.path, 'long.flac')
    const sound = `sine=frequency=300:duration=${SECONDS}:sample_rate=8000:samples_per_frame=${FRAME}`
    const options = ['-ac', '1', '-compression_level', '0', '-frame_size', `${FRAME}`]
    await Bun.$`ffmpeg -v error -f lavfi -i ${sound} ${options} ${file}`.quiet()
    const recording = await Bun.file(file).bytes()
    const before = peakMb(service.pid)
    const job = await postRecording(service, recording, 'long.flac')
    const records = await recordsOf(service, job)
    const end = records.at(-1)
    expect(end).toMatchObject({ status: 'succeeded', result: { duration_seconds: SECONDS } })
    const shown = records.flatMap(({ status, progress }) =>
      status === 'running' && progress?.total === SECONDS ? [progress] : [],
    )
    const done = shown.map((progress) => progress.done)
    expect(done.length).toBeGreaterThan(5)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    expect(shown.some(({ seconds_left: left }) => left !== null && left > 0)).toBe(true)
    const { calls } = whisper.recogniser
    expect(calls.every(({ seconds }) => seconds <= 90)).toBe(true)
    expect(Math.round(calls.reduce((sum, { seconds }) => sum + seconds, 0))).toBe(SECONDS)
    const result = await asOwner(service.url, 'GET', `/jobs/${job.job_id}/result`)
    const { segments } = Object(await result.json())
    // The double hears something every 2 seconds.
    expect(segments.length).toBeGreaterThanOrEqual(SECONDS / 2)
    expect(segments.at(-1).end).toBe(SECONDS)
    expect(segments[0].words.length).toBeGreaterThan(0)
    const growth = peakMb(service.pid) - before
    console.log(`${calls.length} pieces; the service took ${growth} MB more than before`)
    expect(growth).toBeLessThan(MAX_GROWTH_MB)
  },
)

/** The most memory that a process has had. */
function peakMb(pid: number): number {
  const [, kib = ''] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1024)
}
