import { expect } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWavLayout } from '../../src/media/audio/wav.ts'
import type { AudioTools } from '../../src/media/contract-audio.ts'
import { AppError } from '../../src/platform/errors.ts'

/** Decoders at a time; each uses one processor. */
const AT_A_TIME = 3

/** `npm test` says how to get them. */
export const HAS_FFMPEG = ['ffmpeg', 'ffprobe'].every((name) => Bun.which(name) !== null)

if (!HAS_FFMPEG) console.log('Skipped: what needs ffmpeg, which is not installed')

/** Runs ffmpeg in a folder. @param args As on a command line, without spaces in them */
export async function ffmpeg(cwd: string, args: string): Promise<void> {
  const child = Bun.spawn(['ffmpeg', '-v', 'error', '-nostdin', '-y', ...args.split(/\s+/)], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`ffmpeg ${args}: ${log}`)
}

/** How long ffprobe says that a file is. */
export async function secondsOf(path: string): Promise<number> {
  const show = ['-show_entries', 'format=duration', '-of', 'csv=p=0', path]
  const child = Bun.spawn(['ffprobe', '-v', 'error', ...show], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Number(await new Response(child.stdout).text())
}

/**
 * Prepares files of a folder, each as `NAME.prepared`.
 *
 * @returns By its name, the seconds of each or its refusal as `code: message`
 */
export async function prepareAll(audio: AudioTools, folder: string, names: readonly string[]) {
  const results = new Map<string, number | string>()
  const left = [...names]
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      results.set(name, await prepared(audio, join(folder, name)))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return results
}

async function prepared(audio: AudioTools, source: string): Promise<number | string> {
  const target = `${source}.prepared`
  try {
    const { seconds } = await audio.prepare(source, target, {
      signal: new AbortController().signal,
    })
    const file = readFileSync(target)
    const format = { sampleRate: 16_000, channels: 1, bits: 16, dataStart: 44 }
    expect(readWavLayout(file)).toMatchObject(format)
    expect(file.byteLength).toBe(44 + Math.round(seconds * 16_000) * 2)
    return seconds
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(existsSync(target)).toBe(false)
    return `${error.code}: ${error.message}`
  }
}
