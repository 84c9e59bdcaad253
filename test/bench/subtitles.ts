import { perfect } from '../../src/features/subtitles/perfect.ts'
import { CUE_BOUNDS } from '../../src/media/subtitles/cues-of.ts'
import { readSubtitles } from '../../src/media/subtitles/read-subtitles.ts'
import { writeSrt } from '../../src/media/subtitles/write-subtitles.ts'
import { seededRandom } from '../support/seeded-random.ts'
import type { Bench } from './bench.ts'
import { median } from './numbers.ts'
import type { Row } from './report.ts'

const CUES = 20_000
const BELOW_MS = 300
const WORDS =
  'we all wait for it at home, while the quick brown fox jumps over a lazy dog. never say so!'.split(
    ' ',
  )

/** Reading, correcting and writing the subtitles of some ten films. */
export async function subtitles({ rounds }: Bench): Promise<Row[]> {
  const srt = file()
  const times: number[] = []
  let detail = ''
  // The first round compiles what the others run.
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now()
    const cues = readSubtitles(srt)
    const read = performance.now()
    const { cues: result, changes } = perfect(cues, CUE_BOUNDS)
    const corrected = performance.now()
    writeSrt(result)
    const written = performance.now()
    if (round > 0) times.push(written - started)
    const parts = [read - started, corrected - read, written - corrected]
    detail = `${parts.map((ms) => ms.toFixed(0)).join(' + ')} ms, ${changes.length} changes`
  }
  const measure = `${CUES.toLocaleString('en')} cues read, corrected and written`
  return [{ measure, value: median(times), unit: 'ms', target: { below: BELOW_MS }, detail }]
}

/** Times that overlap now and then, and lines broken anywhere. */
function file(): string {
  const random = seededRandom(1)
  const line = () =>
    Array.from({ length: 3 + random() * 5 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(
      ' ',
    )
  const cues = Array.from({ length: CUES }, (_, index) => {
    const startMs = index * 3000 + Math.floor(random() * 600)
    const endMs = startMs + 1500 + Math.floor(random() * 1800)
    return { startMs, endMs, text: random() < 0.6 ? `${line()}\n${line()}` : line() }
  })
  return writeSrt(cues)
}
