import { expect, test } from 'bun:test'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { probe } from '../../src/media/audio/decode.ts'
import { Ffmpeg } from '../../src/media/audio/ffmpeg.ts'
import { AppError } from '../../src/platform/errors.ts'
import { HAS_FFMPEG } from '../support/ffmpeg.ts'
import { until } from '../support/gates.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'

const RETRY_MS = 100

test('ffmpeg that did not run counts as missing for a while, and is tried again then', async () => {
  using folder = tempFolder()
  const path = (name: string) => join(folder.path, name)
  writeFileSync(path('busy'), '')
  for (const name of ['ffmpeg', 'ffprobe']) {
    writeFileSync(path(name), `#!/bin/sh\n[ ! -e ${path('busy')} ]\n`)
    chmodSync(path(name), 0o755)
  }
  const ffmpeg = new Ffmpeg({ env: { PATH: folder.path }, retryMs: RETRY_MS })
  expect(ffmpeg.isInstalled).toBe(true)
  expect(await Promise.all([ffmpeg.find(), ffmpeg.find()])).toEqual([undefined, undefined])
  rmSync(path('busy'))
  expect([ffmpeg.isInstalled, await ffmpeg.find()]).toEqual([false, undefined])
  await until(() => ffmpeg.isInstalled)
  expect(await ffmpeg.find()).toMatchObject({ ffmpeg: path('ffmpeg'), ffprobe: path('ffprobe') })
  expect(ffmpeg.isInstalled).toBe(true)
})

test.skipIf(!HAS_FFMPEG)(
  'a file that cannot be opened is no file without sound, in the sandbox and without it',
  async () => {
    using folder = tempFolder()
    const installed = await new Ffmpeg({ env: process.env }).find()
    if (installed === undefined) throw new Error('ffmpeg does not run')
    const missing = join(folder.path, 'missing')
    for (const one of [installed, { ...installed, bwrap: undefined }]) {
      const error = await thrown(probe(missing, one, new AbortController().signal))
      expect(error).not.toBeInstanceOf(AppError)
      expect(String(error)).toContain('No such file or directory')
    }
  },
)
