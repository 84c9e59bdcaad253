import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ffmpeg, HAS_FFMPEG } from '../support/ffmpeg.ts'
import { pick } from '../support/pick.ts'
import { speechWav } from '../support/recogniser.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { send } from './client.ts'
import { type Driver, skipped } from './driver.ts'
import { type HostileCase, runHostile } from './hostile.ts'
import { startModels } from './models.ts'

const CHANGES = 4
const CASE_MS = 180_000
const SOURCES = ['a.mp3', 'b.ogg', 'c.flac', 'd.mp4', 'e.mkv', 'f.wav']

/** Recordings that are damaged, endless or no recordings, as jobs for transcripts. */
export const recordings: Driver = {
  name: 'recordings',
  async run(context) {
    if (!HAS_FFMPEG) return skipped('ffmpeg is not installed')
    await using models = startModels(() => 0)
    const files = await hostileRecordings(context.folder, context.random)
    const cases = [...files].map(
      ([name, content]): HostileCase => ({
        name,
        attack: async ({ url }) => {
          const path = `/transcribe?filename=${name}`
          const made = await send(url, PRIMARY_KEY, 'POST', path, content)
          const body: unknown = await made.json()
          if (made.status === 500) return `500 ${JSON.stringify(body)}`
          if (made.status !== 202) return undefined
          const id = pick(body, 'job_id')
          await (await send(url, PRIMARY_KEY, 'GET', `/jobs/${id}/events`)).text()
          const job: unknown = await (await send(url, PRIMARY_KEY, 'GET', `/jobs/${id}`)).json()
          const isBare = pick(job, 'error.code') === 'internal'
          return isBare || pick(job, 'finished_at') === null ? JSON.stringify(job) : undefined
        },
      }),
    )
    const service = { toml: models.toml }
    return await runHostile({ context, service, cases, width: 2, caseMs: CASE_MS })
  },
}

async function hostileRecordings(
  folder: string,
  random: () => number,
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const codecs = `-c:a libmp3lame a.mp3 -c:a libopus b.ogg -c:a flac c.flac -c:a aac d.mp4 -c:a aac e.mkv f.wav`
  await ffmpeg(folder, `-f lavfi -i sine=440:r=44100:d=3 ${codecs}`)
  await ffmpeg(folder, '-f lavfi -i anullsrc=r=8000:cl=mono -t 36000 -c:a flac silence.flac')
  await ffmpeg(folder, '-f lavfi -i anullsrc=r=192000:cl=7.1 -t 5 -c:a flac channels.flac')
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const name of ['silence.flac', 'channels.flac'])
    files.set(name, new Uint8Array(readFileSync(join(folder, name))))
  for (const name of SOURCES) {
    const good = readFileSync(join(folder, name))
    for (let change = 0; change < CHANGES; change += 1) {
      const part = new Uint8Array(good)
      const cut = Math.floor(random() * part.length)
      if (change % 2 === 0) files.set(`cut-${change}-${name}`, part.slice(0, cut))
      else files.set(`changed-${change}-${name}`, changed(part, random))
    }
  }
  const lying = speechWav(2).slice()
  // The size of the data, as a length of 4 GiB.
  lying.fill(0xff, 40, 44)
  files.set('lying.wav', lying)
  const playlist = '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXTINF:1,\nhttp://127.0.0.1:22/\n'
  files.set('playlist.m3u8', new TextEncoder().encode(playlist))
  const concat = "ffconcat version 1.0\nfile '/etc/passwd'\nfile '/dev/zero'\n"
  files.set('concat.txt', new TextEncoder().encode(concat))
  files.set('garbage.mp3', crypto.getRandomValues(new Uint8Array(65_536)))
  files.set('zeros.wav', new Uint8Array(20_000_000))
  files.set('empty.mp3', new Uint8Array(1))
  return files
}

function changed(bytes: Uint8Array<ArrayBuffer>, random: () => number): Uint8Array<ArrayBuffer> {
  for (let count = 0; count < 50; count += 1)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return bytes
}
