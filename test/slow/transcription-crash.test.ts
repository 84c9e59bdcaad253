import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startProcess, tempFolder } from '../support/process.ts'
import { speechWav } from '../support/recogniser.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { postRecording, recogniserToml, recordsOf } from '../support/transcription-process.ts'
import { startWhisperServer } from '../support/whisper-server.ts'

/** Each takes a start of the service. */
const LIVES = Number(process.env['KILL_LIVES'] ?? 5)
const SECONDS = 400
/** Every 37th second is silent, so that the pieces have uneven lengths. */
const RECORDING = speechWav(SECONDS, (index) => {
  const isSilent = Math.floor(index / 16_000) % 37 === 36
  return isSilent ? 0 : Math.round(8_000 * Math.sin(index / 9))
}).slice()

test('a job that is killed at any moment ends as an undisturbed one, and repeats one piece at most', async () => {
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
  const random = seededRandom(seed)
  using folder = tempFolder()
  await using whisper = startWhisperServer()
  const { recogniser } = whisper
  const toml = recogniserToml(whisper)
  let service = await startProcess(folder.path, toml)
  const since = performance.now()
  const first = await postRecording(service, RECORDING, 'undisturbed')
  const undisturbed = (await recordsOf(service, first)).at(-1)
  const tookMs = performance.now() - since
  const pieces = recogniser.calls.map(({ seconds }) => seconds)
  expect(pieces.length).toBeGreaterThan(5)
  const faults: string[] = []
  let repeated = 0
  for (let life = 1; life <= LIVES; life += 1) {
    const before = recogniser.calls.length
    const job = await postRecording(service, RECORDING, `life ${life}`)
    const killAfterMs = random() * tookMs
    await Bun.sleep(killAfterMs)
    await service.kill()
    service = await startProcess(folder.path, toml)
    const end = (await recordsOf(service, job)).at(-1)
    const told = `life ${life}, killed after ${killAfterMs.toFixed(0)} of ${tookMs.toFixed(0)} ms`
    if (JSON.stringify(end?.result) !== JSON.stringify(undisturbed?.result))
      faults.push(`${told}: ${JSON.stringify(end)?.slice(0, 300)}`)
    const asked = recogniser.calls.slice(before).map(({ seconds }) => seconds)
    const extra = asked.length - pieces.length
    repeated += Math.max(0, extra)
    if (extra < 0 || extra > 1) faults.push(`${told}: ${asked.length} of ${pieces.length} pieces`)
  }
  await service.kill()
  // A kill may come between the end of a job and the removal of its files, which the next start does.
  service = await startProcess(folder.path, toml)
  const left = readdirSync(join(folder.path, 'data', 'spool'))
  await service.kill()
  console.log(`${repeated} pieces were recognised twice in ${LIVES} lives`)
  expect({ seed, faults, left }).toEqual({ seed, faults: [], left: [] })
})
