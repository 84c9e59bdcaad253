import { afterAll, beforeAll, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalAudio } from '../../src/media/audio/local-audio.ts'
import { ffmpeg, HAS_FFMPEG, prepareAll } from '../support/ffmpeg.ts'
import { tempFolder } from '../support/process.ts'
import { samplesOf, strengthOf } from '../support/sounds.ts'

/** Files of three seconds with a tone of 440 Hz, by the options of ffmpeg that make them. */
const FILES: Record<string, string> = {
  'mp3.mp3': '-map 0 -c:a libmp3lame',
  'u8.wav': '-map 0 -c:a pcm_u8',
  's24-six-channels.wav': '-map 0 -c:a pcm_s24le -ac 6',
  'float.wav': '-map 0 -c:a pcm_f32le -ar 48000',
  'mulaw.wav': '-map 0 -c:a pcm_mulaw -ar 8000',
  'adpcm.wav': '-map 0 -c:a adpcm_ms',
  'mp3.wav': '-map 0 -c:a libmp3lame',
  'film.mov': '-map 0 -map 1 -c:a aac -c:v mpeg4',
  'alac.m4a': '-map 0 -c:a alac',
  'film.mp4': '-map 0 -map 1 -c:a aac -c:v mpeg4',
  'phone.3gp': '-map 0 -c:a aac -ar 8000',
  'phone.3g2': '-map 0 -c:a aac',
  'flac.mkv': '-map 1 -map 0 -c:a flac -c:v mpeg4',
  'eac3.mka': '-map 0 -c:a eac3',
  'opus.webm': '-map 0 -c:a libopus',
  'voice.opus': '-map 0 -c:a libopus -b:a 16k',
  'vorbis.ogg': '-map 0 -c:a libvorbis',
  'flac.oga': '-map 0 -c:a flac',
  'flac.flac': '-map 0 -c:a flac',
  'adts.aac': '-map 0 -c:a aac',
  'broadcast.ts': '-map 0 -map 1 -c:a mp2 -c:v mpeg2video -r 25',
  'disc.mpg': '-map 0 -map 1 -c:a mp2 -c:v mpeg1video -r 25',
  'old.avi': '-map 0 -map 1 -c:a libmp3lame -c:v mpeg4',
  'old.flv': '-map 0 -c:a libmp3lame',
  'old.wma': '-map 0 -c:a wmav2',
  'apple.aiff': '-map 0 -c:a pcm_s16be',
  'sun.au': '-map 0 -c:a pcm_s16be',
  'telephone.au': '-map 0 -c:a pcm_mulaw -ar 8000',
  'apple.caf': '-map 0 -c:a alac',
  'long.w64': '-map 0 -c:a pcm_s16le',
  'dolby.ac3': '-map 0 -c:a ac3',
  'vfr.mp4': "-map 0 -map 1 -c:a aac -c:v mpeg4 -vf select='not(mod(n\\,3))' -fps_mode vfr",
}
const SOURCES = '-f lavfi -i sine=440:r=44100:d=3 -f lavfi -i testsrc=s=64x64:r=10:d=3'

const audio = new LocalAudio({ env: process.env })
const folder = tempFolder()
const path = (name: string) => join(folder.path, name)
/** Where its decoders have their folders. */
const temporary = path('tmp')
mkdirSync(temporary)
process.env['TMPDIR'] = temporary

const whenInstalled = test.skipIf(!HAS_FFMPEG)
beforeAll(async () => {
  if (!HAS_FFMPEG) return
  const outputs = Object.entries(FILES).map(([name, options]) => `${options} ${name}`)
  await ffmpeg(folder.path, `${SOURCES} ${outputs.join(' ')}`)
})
afterAll(() => folder[Symbol.dispose]())

function strength(name: string, hertz: number): number {
  return strengthOf(samplesOf(readFileSync(path(`${name}.prepared`)), 44), hertz)
}

whenInstalled('every container and common codec becomes the same three seconds', async () => {
  // Frames of the best AMR quality and of a pause, which ffmpeg cannot make by itself.
  const frame = Buffer.concat([Buffer.of(0x3c), Buffer.alloc(31)])
  const pause = Buffer.concat([Buffer.of(0x44), Buffer.alloc(5)])
  const magic = Buffer.from('#!AMR\n')
  const speech = (count: number): Buffer[] => Array(count).fill(frame)
  const phones = {
    'phone.amr': [magic, ...speech(150)],
    'pause.amr': [magic, ...speech(10), ...Array(130).fill(pause), ...speech(10)],
    'headerless.amr': speech(150),
  }
  for (const [name, parts] of Object.entries(phones))
    writeFileSync(path(name), Buffer.concat(parts))
  const names = [...Object.keys(FILES), ...Object.keys(phones)]
  const results = await prepareAll(audio, folder.path, names)
  for (const [name, seconds] of results) {
    expect([name, seconds]).toEqual([name, expect.any(Number)])
    // Encoders add silence at both ends; a film's sound may start later than its pictures.
    expect(Math.abs(Number(seconds) - 3)).toBeLessThan(0.15)
    if (!name.endsWith('.amr')) expect([name, strength(name, 440) > 0.03]).toEqual([name, true])
  }
  expect(readdirSync(temporary)).toEqual([])
})

whenInstalled('of several audio tracks the first one is read, and names say nothing', async () => {
  await ffmpeg(
    folder.path,
    '-f lavfi -i sine=440:d=1 -f lavfi -i sine=880:d=2 -f lavfi -i sine=1320:d=3 -map 0 -map 1 -map 2 -c:a aac -disposition:a:2 default tracks.mkv',
  )
  copyFileSync(path('voice.opus'), path('picture.jpg'))
  copyFileSync(path('film.mp4'), path('100%d-ünïcode: file.mp3'))
  const results = await prepareAll(audio, folder.path, [
    'tracks.mkv',
    'picture.jpg',
    '100%d-ünïcode: file.mp3',
  ])
  expect(results.get('tracks.mkv')).toBeCloseTo(1, 1)
  expect(strength('tracks.mkv', 440)).toBeGreaterThan(0.08)
  expect(strength('tracks.mkv', 880)).toBeLessThan(0.01)
  expect(results.get('picture.jpg')).toBeCloseTo(3, 1)
  expect(results.get('100%d-ünïcode: file.mp3')).toBeCloseTo(3, 1)
})

whenInstalled('times are those of the film where its sound starts late or has a gap', async () => {
  const pictures = '-f lavfi -i testsrc=s=64x64:r=10:d=6'
  const sound = '-itsoffset 2 -f lavfi -i sine=440:r=44100:d=3'
  const codecs = '-map 0 -map 1 -c:v mpeg4 -c:a aac'
  await ffmpeg(folder.path, `${pictures} ${sound} ${codecs} late.mp4 ${codecs} late.mkv`)
  await ffmpeg(
    folder.path,
    "-f lavfi -i sine=440:r=44100:d=9 -af aselect='not(between(t\\,3\\,5))' -c:a aac gap.mkv",
  )
  const results = await prepareAll(audio, folder.path, ['late.mp4', 'late.mkv', 'gap.mkv'])
  for (const [name, seconds, from, to] of [
    ['late.mp4', 5, 0, 1.8],
    ['late.mkv', 5, 0, 1.8],
    ['gap.mkv', 9, 3.2, 4.8],
  ] as const) {
    expect(Math.abs(Number(results.get(name)) - seconds)).toBeLessThan(0.15)
    const samples = samplesOf(readFileSync(path(`${name}.prepared`)), 44)
    expect(strengthOf(samples.slice(from * 16_000, to * 16_000), 440)).toBe(0)
    expect(strengthOf(samples.slice((to + 0.4) * 16_000), 440)).toBeGreaterThan(0.08)
  }
})

whenInstalled('what has no sound is refused with the reason', async () => {
  await ffmpeg(
    folder.path,
    `${SOURCES} -map 1 -c:v mpeg4 mute.mp4 -map 0 -c:a aac -encryption_scheme cenc-aes-ctr -encryption_key 76a6c65c5ea762046bd749a2e632ccbb -encryption_kid a7e61c373e219033c21091fa607bf3b8 locked.mp4 -map 0 -t 0 -c:a flac none.flac -map 0 -t 0 -ar 44100 none.wav -map 0 -f s16le headerless -map 1 -frames:v 1 picture.png`,
  )
  writeFileSync(path('empty.mp3'), '')
  writeFileSync(path('letter.mp3'), 'Dear reader, this is a letter and no sound.\n'.repeat(500))
  writeFileSync(path('zeros.wav'), new Uint8Array(100_000))
  const not = 'it is no sound or video file that this server can read'
  const reasons: Record<string, string> = {
    'mute.mp4': 'it has no audio track',
    'locked.mp4': 'its sound is encrypted',
    'none.flac': 'it has no sound: it is 0 seconds long',
    'none.wav': 'it has no sound: it is 0 seconds long',
    headerless: not,
    'empty.mp3': not,
    'letter.mp3': not,
    'zeros.wav': not,
    'picture.png': not,
  }
  const results = await prepareAll(audio, folder.path, Object.keys(reasons))
  const words = Object.entries(reasons).map(([name, why]) => [
    name,
    `invalid: Cannot read this recording: ${why}`,
  ])
  expect(Object.fromEntries(results)).toEqual(Object.fromEntries(words))
})

whenInstalled('a list of other files is refused, and none of them is opened', async () => {
  copyFileSync(path('u8.wav'), path('canary.wav'))
  const canary = path('canary.wav')
  writeFileSync(path('list.mp3'), `ffconcat version 1.0\nfile ${canary}\n`)
  writeFileSync(path('near.mp3'), 'ffconcat version 1.0\nfile canary.wav\n')
  const segments = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${canary}\n#EXT-X-ENDLIST\n`
  writeFileSync(path('stream.mp3'), segments)
  writeFileSync(path('remote.mp3'), segments.replace(canary, 'http://127.0.0.1:9/a.ts'))
  writeFileSync(
    path('dash.mp4'),
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet><Representation id="1" bandwidth="1"><BaseURL>file://${canary}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  )
  writeFileSync(
    path('session.mp3'),
    'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n',
  )
  const names = ['list.mp3', 'near.mp3', 'stream.mp3', 'remote.mp3', 'dash.mp4', 'session.mp3']
  const list = 'it is a list of other files, and those are not opened'
  for (const [name, result] of await prepareAll(audio, folder.path, names))
    expect([name, result]).toEqual([name, `invalid: Cannot read this recording: ${list}`])
})
