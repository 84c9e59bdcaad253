import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import type { Bench } from './bench.ts'
import type { Row } from './report.ts'

const SECONDS = 3600
/** How much faster than the recording the recogniser is: a small model on a small machine. */
const SPEED = 60
const SHARE = 0.05
const FIXED_MS = 300
const POLL_MS = 50

/** One hour of mp3 as a job, beside the recogniser by hand with a ready file. */
export async function transcription({ folder }: Bench): Promise<Row[]> {
  const [mp3, wav] = [join(folder, 'hour.mp3'), join(folder, 'hour.wav')]
  make(mp3, ['-c:a', 'libmp3lame', '-q:a', '4'])
  make(wav, ['-ar', '16000', '-c:a', 'pcm_s16le'])
  const recogniser = startRecogniser()
  try {
    const byHand = await timeOf(() => ask(recogniser.url, wav))
    await using hearth = await startProcess(
      join(folder),
      `[[transcription_engines]]\nid = "whisper"\nadapter = "openai-http"\nbase_url = "${recogniser.url}"\nmodels = ["whisper-1"]\n`,
      {
        DATA_DIR: join(folder, 'transcription'),
        TRUSTED_NETWORKS: '127.0.0.1',
        MIN_FREE_BYTES: '0',
      },
    )
    const whole = await timeOf(() => transcribe(hearth.url, mp3))
    return [
      {
        measure: 'transcription of one hour of mp3, added to the recogniser by hand',
        value: whole - byHand,
        unit: 'ms',
        target: { below: byHand * SHARE + FIXED_MS },
        detail: `Hearth ${(whole / 1000).toFixed(1)} s, by hand ${(byHand / 1000).toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`,
      },
    ]
  } finally {
    await recogniser.stop()
    for (const path of [mp3, wav]) rmSync(path, { force: true })
  }
}

/** Tones of changing height with pauses, as speech has them. */
function make(path: string, encoder: string[]): void {
  const sound = `aevalsrc=0.3*sin(2*PI*t*(200+40*floor(mod(t\\,7))))*gt(mod(t\\,10)\\,0.8):d=${SECONDS}:s=16000`
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', sound, ...encoder, path])
}

/** Takes as long as a recogniser would, and no processor time. */
function startRecogniser() {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    maxRequestBodySize: 1024 ** 3,
    async fetch(request) {
      if (request.method !== 'POST') return Response.json({ object: 'list', data: [] })
      const file = (await request.formData()).get('file')
      const seconds = file instanceof Blob ? file.size / 32_000 : 0
      await Bun.sleep((seconds / SPEED) * 1000)
      const text = 'some words that were heard'
      return Response.json({
        ...{ task: 'transcribe', language: 'english', duration: seconds, text },
        segments: [{ id: 0, start: 0, end: seconds, text }],
      })
    },
  })
  return { url: `http://127.0.0.1:${server.port}/v1`, stop: () => server.stop(true) }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function ask(base: string, path: string): Promise<void> {
  const form = new FormData()
  form.set('file', Bun.file(path))
  form.set('response_format', 'verbose_json')
  const response = await fetch(`${base}/audio/transcriptions`, {
    ...{ method: 'POST', body: form },
    timeout: false,
  })
  await response.json()
}

async function transcribe(base: string, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${PRIMARY_KEY}`, 'content-type': 'audio/mpeg' }
  const body = Bun.file(path)
  const made = await fetch(`${base}/transcribe?filename=hour.mp3`, {
    method: 'POST',
    headers,
    body,
  })
  const id = String(Reflect.get(Object(await made.json()), 'job_id'))
  for (;;) {
    const job = Object(await (await fetch(`${base}/jobs/${id}`, { headers })).json())
    const status = String(Reflect.get(job, 'status'))
    if (status === 'succeeded') return
    if (!['queued', 'running'].includes(status))
      throw new Error(`The job is ${JSON.stringify(job)}`)
    await Bun.sleep(POLL_MS)
  }
}
