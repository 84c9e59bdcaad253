import { afterAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxed } from '../../src/media/audio/bounds.ts'
import { LocalAudio } from '../../src/media/audio/local-audio.ts'
import { outputOf } from '../../src/platform/programs.ts'
import { processesOf } from '../support/live-processes.ts'
import { tempFolder } from '../support/process.ts'
import { bytesOf, tone } from '../support/sounds.ts'
import { thrown } from '../support/thrown.ts'

const folder = tempFolder()
afterAll(() => folder[Symbol.dispose]())
const path = (name: string) => join(folder.path, name)
const source = path('source')
const target = path('target')
writeFileSync(source, 'not read by these programs')

const PROBED = '{"streams":[{"codec_name":"mp3"}],"format":{"format_name":"mp3"}}'
/** A child that outlives it, unless the whole group is ended; its command has the folder's name. */
const HANGS = (name: string) => `sh -c 'while :; do sleep 1; done' ${path(name)} & echo x; wait`

/** Programs in a folder of their own that answer as ffmpeg does, or fail to. */
function programs(name: string, ffmpeg: string, ffprobe = `echo '${PROBED}'`) {
  const own = path(name)
  mkdirSync(own, { recursive: true })
  const write = (program: string, body: string) => {
    const file = join(own, program)
    rmSync(file, { force: true })
    const version = 'case "$1" in -version) echo "$0 version 1"; exit 0;; esac'
    writeFileSync(file, `#!/bin/sh\n${version}\n${body}\n`)
    chmodSync(file, 0o755)
    return file
  }
  return { ffmpeg: write('ffmpeg', ffmpeg), ffprobe: write('ffprobe', ffprobe), bwrap: '/nowhere' }
}

function prepare(
  options: ConstructorParameters<typeof LocalAudio>[0],
  signal = AbortSignal.any([]),
) {
  return new LocalAudio(options).prepare(source, target, { signal })
}

async function gone(text: string): Promise<void> {
  while (processesOf(text).length > 0) await Bun.sleep(5)
}

async function* sound(pieces = 1) {
  for (let piece = 0; piece < pieces; piece += 1) yield tone(1, 440)
}
const FORMAT = { sampleRate: 16_000, channels: 1, format: 'mp3' } as const

test('a decoder that hangs is ended with its children when its time is over', async () => {
  const late = await thrown(
    prepare({ env: {}, programs: programs('late', HANGS('late-child')), decodeMs: 300 }),
  )
  expect(late).toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('takes longer than'),
  })
  await gone(path('late-child'))
  expect(existsSync(target)).toBe(false)
})

test('an aborted decoder is ended with its children', async () => {
  const stop = new AbortController()
  const work = thrown(
    prepare({ env: {}, programs: programs('stopped', HANGS('stopped-child')) }, stop.signal),
  )
  while (processesOf(path('stopped-child')).length === 0) await Bun.sleep(5)
  stop.abort(new Error('Enough'))
  expect(await work).toMatchObject({ message: 'Enough' })
  await gone(path('stopped-child'))
  expect(existsSync(target)).toBe(false)
})

test('a decoder gets neither the environment nor an open input of the service', async () => {
  const body = `env > ${path('environment')}; pwd > ${path('cwd')}; cat > ${path('input')}; exit 1`
  process.env['HEARTH_TEST_SECRET'] = 'secret'
  await thrown(prepare({ env: process.env, programs: programs('bare', body) }))
  delete process.env['HEARTH_TEST_SECRET']
  expect(readFileSync(path('environment'), 'utf8')).not.toContain('secret')
  expect(readFileSync(path('input'), 'utf8')).toBe('')
  expect(existsSync(readFileSync(path('cwd'), 'utf8').trim())).toBe(false)
})

test('what a decoder prints is read whatever its amount, and told to nobody', async () => {
  const body =
    'head -c 3000000 /dev/zero | tr "\\0" "x" >&2; yes /etc/passwd | head -n 100000 >&2; exit 1'
  const error = await thrown(prepare({ env: {}, programs: programs('loud', body) }))
  expect(error).toMatchObject({
    code: 'invalid',
    message:
      'Cannot read this recording: its sound is damaged or incomplete, so that nothing of it can be decoded',
  })
})

test('a program that is installed, or replaced by one that does not run, is found without a restart', async () => {
  const own = path('later')
  mkdirSync(own)
  const audio = new LocalAudio({ env: { PATH: own } })
  const code = async () =>
    Reflect.get(
      Object(await thrown(audio.prepare(source, target, { signal: AbortSignal.any([]) }))),
      'code',
    )
  expect([audio.isInstalled(), await code()]).toEqual([false, 'not_installed'])
  programs('later', 'exit 1')
  expect([audio.isInstalled(), await code()]).toEqual([true, 'invalid'])
  writeFileSync(join(own, 'ffmpeg'), '#!/bin/sh\nexit 127 # broken\n')
  expect([await code(), audio.isInstalled()]).toEqual(['not_installed', false])
  rmSync(join(own, 'ffprobe'))
  expect([await code(), audio.isInstalled()]).toEqual(['not_installed', false])
})

test('an encoder that hangs or fails is an error, and its source is told to end', async () => {
  const cases = [
    ['hangs', HANGS('encoder-child')],
    ['fails', 'exit 3'],
    ['crashes', 'kill -SEGV $$'],
  ] as const
  for (const [name, body] of cases) {
    const audio = new LocalAudio({
      env: {},
      programs: programs(name, body),
      encoderStallMs: 300,
    })
    let isEnded = false
    const endless = (async function* () {
      try {
        for (;;) yield* sound()
      } finally {
        isEnded = true
      }
    })()
    const { signal } = new AbortController()
    const error = await thrown(bytesOf(audio.encode(endless, { ...FORMAT, signal })))
    expect(error).toMatchObject({
      code: 'engine_failed',
      message: 'Cannot encode mp3: ffmpeg failed',
    })
    while (!isEnded) await Bun.sleep(1)
  }
  await gone(path('encoder-child'))
})

test('an ffmpeg without an encoder is not_installed', async () => {
  const body = `echo "Unknown encoder 'libmp3lame'" >&2; exit 1`
  const audio = new LocalAudio({ env: {}, programs: programs('lean', body) })
  const { signal } = new AbortController()
  expect(await thrown(bytesOf(audio.encode(sound(), { ...FORMAT, signal })))).toMatchObject({
    code: 'not_installed',
  })
})

test('an encoder ends when nobody reads it any more, when it is aborted, and when its source fails', async () => {
  const audio = new LocalAudio({ env: {}, programs: programs('copies', `exec cat # ${path('x')}`) })
  const command = path('copies')
  const { signal } = new AbortController()
  // The reader stops.
  for await (const chunk of audio.encode(sound(100), { ...FORMAT, signal })) {
    expect(chunk.byteLength).toBeGreaterThan(0)
    break
  }
  await gone(command)
  const stop = new AbortController()
  const never = (async function* () {
    yield* sound()
    await new Promise(() => {})
  })()
  const aborted = thrown(bytesOf(audio.encode(never, { ...FORMAT, signal: stop.signal })))
  stop.abort(new Error('Enough'))
  expect(await aborted).toMatchObject({ message: 'Enough' })
  const failing = (async function* () {
    yield* sound()
    throw new Error('The engine failed')
  })()
  expect(await thrown(bytesOf(audio.encode(failing, { ...FORMAT, signal })))).toMatchObject({
    message: 'The engine failed',
  })
  await gone(command)
})

test('a slow reader holds up the source, and not more is kept than a moment of sound', async () => {
  const audio = new LocalAudio({ env: {}, programs: programs('slow', 'exec cat') })
  let given = 0
  const source = (async function* () {
    for await (const piece of sound(300)) {
      given += piece.byteLength
      yield piece
    }
  })()
  const { signal } = new AbortController()
  let taken = 0
  let most = 0
  for await (const chunk of audio.encode(source, { ...FORMAT, signal })) {
    taken += chunk.byteLength
    await Bun.sleep(1)
    most = Math.max(most, given - taken)
  }
  expect(taken).toBe(300 * 32_000)
  // The pipes hold some of it.
  expect(most).toBeLessThan(2_000_000)
})

test.skipIf(Bun.which('setpriv') === null)(
  'a decoder ends when the service is killed',
  async () => {
    // A number of its own: the machine may run this test twice at a time.
    const seconds = `61.${process.pid}${Date.now()}`
    const { ffmpeg, ffprobe, bwrap } = programs('orphan', `exec sleep ${seconds}`)
    const script = `
    import { LocalAudio } from ${JSON.stringify(join(import.meta.dir, '../../src/media/audio/local-audio.ts'))}
    const programs = ${JSON.stringify({ ffmpeg, ffprobe, bwrap })}
    const audio = new LocalAudio({ env: {}, programs })
    await audio.prepare(${JSON.stringify(source)}, ${JSON.stringify(target)}, { signal: AbortSignal.any([]) })
  `
    const own = path('orphan-own')
    mkdirSync(own)
    const service = Bun.spawn([process.execPath, '-e', script], {
      env: { TMPDIR: own, PATH: process.env['PATH'] },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const sleeping = () => processesOf(`sleep ${seconds}`)
    while (sleeping().length === 0) await Bun.sleep(5)
    service.kill('SIGKILL')
    await service.exited
    while (sleeping().length > 0) await Bun.sleep(5)
  },
)

test.skipIf(Bun.which('bwrap') === null)(
  'in the sandbox there is no network, and no file but those that are given',
  async () => {
    const bwrap = Bun.which('bwrap') ?? ''
    writeFileSync(path('canary'), 'a secret of this machine')
    const look = `cat ${path('canary')} /etc/passwd; ls /root /home /tmp /; cat /proc/net/dev; cat input`
    const files = [{ path: source, at: '/work/input', isWritable: false }]
    const inside = (script: string) =>
      outputOf(sandboxed(['/bin/sh', '-c', script], { bwrap, folder: '/work', files }))
    if ((await inside('exit 0')) === undefined) {
      console.log('Skipped: the sandbox, because bwrap is not allowed to make one here')
      return
    }
    const seen = (await inside(look)) ?? ''
    expect(seen).toContain('not read by these programs')
    expect(seen).not.toContain('a secret of this machine')
    expect(seen).not.toContain('root:')
    expect(seen).not.toMatch(/\broot\b|\bsrv\b|\bmnt\b|hearth-test/)
    expect(seen.match(/^ *\w+:/gm)).toEqual(['    lo:'])
    expect(await inside('echo x > input')).toBeUndefined()
  },
)
