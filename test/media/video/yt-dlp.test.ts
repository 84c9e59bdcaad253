import { expect, test } from 'bun:test'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../support/gates.ts'
import { thrown } from '../../support/thrown.ts'
import { installYtDlp, VIDEO_URL, videoRequest, type YtDlpDouble } from '../../support/yt-dlp.ts'

const VIDEO = {
  id: 'abc123',
  title: ' A river ',
  description: 'x'.repeat(150_000),
  extractor: 'youtube',
  webpage_url: 'https://www.youtube.com/watch?v=abc123#__youtubedl_smuggle=%7B%7D',
  uploader: 'River Films',
  uploader_id: '@river',
  uploader_url: 'https://www.youtube.com/@river',
  channel: 'River',
  channel_id: 'UC1',
  channel_url: 'https://www.youtube.com/channel/UC1',
  duration: 61.5,
  view_count: 1234,
  upload_date: '20260102',
  timestamp: 1767312000,
  language: 'de',
  live_status: 'post_live',
  thumbnails: [
    { url: 'https://i.test/s.jpg', width: 120, height: 90 },
    { url: 'https://i.test/l.jpg', width: 1280, height: 720 },
    { url: 'file:///etc/passwd' },
    ...Array.from({ length: 60 }, (_, at) => ({ url: `https://i.test/${at}.jpg` })),
  ],
  chapters: [
    { start_time: 0, end_time: 30, title: 'Start' },
    { start_time: 30, title: 'End' },
    { start_time: 'x' },
  ],
  subtitles: {
    en: [
      { ext: 'json3', url: 'https://t.test/en.json3', name: 'English' },
      { ext: 'vtt', url: 'https://t.test/en.vtt', name: 'English' },
    ],
    live_chat: [{ ext: 'json', url: 'https://t.test/chat' }],
  },
  automatic_captions: Object.fromEntries(
    ['de-orig', 'de', 'en', 'fr', ...Array.from({ length: 200 }, (_, at) => `x${at}`)].map(
      (language) => [
        language,
        [{ ext: 'vtt', url: `https://t.test/auto?tlang=${language}`, name: `Auto ${language}` }],
      ],
    ),
  ),
}

function replayJson(double: YtDlpDouble, value: unknown): void {
  double.replay({ stdout: `${JSON.stringify(value)}\n` })
}

test('details are mapped, within their bounds', async () => {
  using double = installYtDlp()
  replayJson(double, VIDEO)
  const details = await double.source.details(videoRequest())
  expect(details).toEqual({
    id: 'abc123',
    url: 'https://www.youtube.com/watch?v=abc123',
    site: 'youtube',
    title: 'A river',
    description: 'x'.repeat(100_000),
    author: { name: 'River Films', id: '@river', url: 'https://www.youtube.com/@river' },
    channel: { name: 'River', id: 'UC1', url: 'https://www.youtube.com/channel/UC1' },
    durationSeconds: 61.5,
    publishedAt: '2026-01-02T00:00:00.000Z',
    views: 1234,
    thumbnails: expect.any(Array),
    chapters: [
      { title: 'Start', start: 0, end: 30 },
      { title: 'End', start: 30, end: 61.5 },
    ],
    captions: [
      { language: 'en', name: 'English', kind: 'native' },
      { language: 'de', name: 'Auto de-orig', kind: 'automatic' },
    ],
    language: 'de',
    liveStatus: 'was_live',
  })
  expect(details.thumbnails.length).toBe(50)
  expect(details.thumbnails[0]).toEqual({ url: 'https://i.test/l.jpg', width: 1280, height: 720 })
})

test('an answer with fields that are missing or of other types is read as far as it goes', async () => {
  using double = installYtDlp()
  replayJson(double, {
    ...{ id: 7, title: null, description: 5, uploader: [], duration: '61', view_count: -1 },
    ...{ thumbnails: 'x', thumbnail: 'https://i.test/one.jpg', chapters: { a: 1 }, subtitles: [] },
    ...{ automatic_captions: { en: [null, { ext: 'vtt' }] }, upload_date: '20261399' },
    ...{ webpage_url: 'javascript:alert(1)', extractor: null, live_status: 'odd', is_live: true },
  })
  expect(await double.source.details(videoRequest())).toEqual({
    ...{ id: '7', url: VIDEO_URL, site: 'generic', title: 'Untitled', description: '5' },
    ...{ thumbnails: [{ url: 'https://i.test/one.jpg' }], chapters: [], captions: [] },
    liveStatus: 'live',
  })
  replayJson(double, {})
  expect((await double.source.details(videoRequest())).title).toBe('Untitled')
})

test('a list is mapped, with as many entries as were asked for', async () => {
  using double = installYtDlp()
  const entry = (id: string) => ({
    _type: 'url',
    id,
    url: `https://a.test/${id}#__youtubedl_smuggle=%7B%22a%22%3A1%7D`,
    title: `Video ${id}`,
    duration: 5,
  })
  replayJson(double, {
    _type: 'playlist',
    ...{ id: 'PL', title: 'All', extractor: 'youtube:tab', playlist_count: 1_000 },
    ...{ channel: 'River', webpage_url: 'https://a.test/list', description: '' },
    entries: [null, entry('1'), 'x', { _type: 'playlist', entries: [entry('2')] }, {}, entry('3')],
  })
  const list = await double.source.list({ ...videoRequest(), limit: 2 })
  expect(list).toEqual({
    ...{ id: 'PL', url: 'https://a.test/list', site: 'youtube', title: 'All', total: 1_000 },
    ...{ author: { name: 'River' }, thumbnails: [] },
    entries: ['1', '2'].map((id) => ({
      ...{ id, url: `https://a.test/${id}`, title: `Video ${id}`, durationSeconds: 5 },
      thumbnails: [],
    })),
  })
  expect(double.args()).toContain('1:2')
  const refused = await thrown(double.source.details(videoRequest()))
  expect(refused).toMatchObject({ code: 'invalid', message: expect.stringContaining('is a list') })
  // One video is a list of one.
  replayJson(double, VIDEO)
  const single = await double.source.list({ ...videoRequest(), limit: 2 })
  expect([single.title, single.total, single.entries.map(({ id }) => id)]).toEqual([
    ...['A river', 1],
    ['abc123'],
  ])
  // A page with one player.
  replayJson(double, { _type: 'playlist', entries: [{ ...VIDEO, formats: [] }] })
  expect((await double.source.details(videoRequest())).id).toBe('abc123')
})

test('every failure has a code and words, without a path or a secret', async () => {
  using double = installYtDlp()
  const cases: readonly (readonly [line: string, code: string, words: string])[] = [
    [
      '[generic] v: Unable to download webpage: HTTP Error 404: Not Found (caused by x)',
      'not_found',
      'nothing at this address',
    ],
    ['[generic] v: Unable to download webpage: HTTP Error 410: Gone', 'not_found', 'nothing'],
    ['[generic] v: HTTP Error 401: Unauthorized', 'video_private', 'some of its users'],
    ['[generic] v: HTTP Error 403: Forbidden', 'site_blocked', 'refuses programs'],
    ['[youtube] v: HTTP Error 429: Too Many Requests', 'site_blocked', 'too many requests'],
    ['[generic] v: HTTP Error 503: Service Unavailable', 'download_failed', 'a fault of its own'],
    ['[generic] v: timed out (caused by TransportError())', 'download_timeout', 'in time'],
    ['Unsupported URL: http://93.184.216.34/watch', 'unsupported_site', 'no video was found'],
    ['Unsupported URL: http://premium.test/captcha', 'unsupported_site', 'no video was found'],
    [
      '[generic] v: No video formats found!; please report this issue',
      'unsupported_site',
      'no video',
    ],
    ["[generic] 'x' is not a valid URL. Set --default-search", 'invalid', 'not the address'],
    ["[youtube] v: Sign in to confirm you're not a bot. Use --cookies", 'site_blocked', 'for now'],
    ['[youtube] v: Sign in to confirm your age. This video may be', 'video_private', 'some of its'],
    ['[youtube] v: Private video. Sign in if you have been', 'video_private', '"Private video.'],
    ['[youtube] v: Join this channel to get access to members-only', 'video_private', 'users only'],
    [
      '[youtube] v: Video unavailable. This video has been removed',
      'not_found',
      'does not have it',
    ],
    ['[site] v: This video is not available in your country', 'video_private', 'in the country'],
    ['[site] v: [Errno 111] Connection refused', 'download_failed', 'refuses connections'],
    ['[site] v: SSL: CERTIFICATE_VERIFY_FAILED', 'download_failed', 'not trusted'],
    ['[youtube] v: This live event will begin in 3 hours.', 'invalid', 'has not started yet'],
    ['[site] v: Requested format is not available. Use --list', 'unsupported_site', 'no sound'],
    ['[site] v: This video is DRM protected', 'unsupported_site', 'encrypted'],
    [
      '[site] v: Unable to extract player at /home/me/x?token=abc from http://u:p@h/; please report',
      'download_failed',
      'yt-dlp cannot read 93.184.216.34: "Unable to extract player at …',
    ],
  ]
  for (const [line, code, words] of cases) {
    double.replay({ stderr: `WARNING: x\nERROR: ${line}\n`, exit: 1 })
    const error = await thrown(double.source.details(videoRequest()))
    expect([line, error]).toMatchObject([line, { code, message: expect.stringContaining(words) }])
    expect(String(error)).not.toMatch(/\/home|u:p@|abc|caused by|please report|--/)
  }
  double.replay({ exit: 1 })
  expect(await thrown(double.source.details(videoRequest()))).toMatchObject({
    code: 'download_failed',
    message: 'Cannot read this video: yt-dlp failed',
  })
})

test('addresses of private networks and other schemes start no process', async () => {
  using double = installYtDlp()
  replayJson(double, VIDEO)
  const codes: unknown[] = []
  for (const url of ['http://127.0.0.1/', 'http://[::1]/', 'file:///etc/passwd', '--exec', 'x'])
    codes.push(
      Reflect.get(Object(await thrown(double.source.details(videoRequest({ url })))), 'code'),
    )
  expect(codes).toEqual(['address_refused', 'address_refused', 'invalid', 'invalid', 'invalid'])
  expect(double.args()).toBeUndefined()
})

test('the way out is in the environment only, and the address in no command line', async () => {
  using double = installYtDlp()
  replayJson(double, VIDEO)
  await double.source.details(videoRequest({ url: `${VIDEO_URL}#__youtubedl_smuggle=%7B%7D` }))
  const [args = [], env = []] = [double.args(), double.env()]
  expect(args.slice(-2)).toEqual(['--batch-file', '-'])
  expect(args.join(' ')).not.toContain('93.184')
  expect(double.stdin()).toEqual([VIDEO_URL])
  for (const option of ['--ignore-config', '--no-plugin-dirs', '--no-exec', '--no-js-runtimes'])
    expect(args).toContain(option)
  expect(args.join(' ')).not.toMatch(/proxy|hearth:/)
  const proxies = env.filter((line) => /_proxy=/i.test(line)).toSorted()
  expect(proxies.map((line) => line.split('=')[0])).toEqual([
    ...['all_proxy', 'ftp_proxy', 'http_proxy', 'https_proxy'],
  ])
  for (const line of proxies) expect(line).toMatch(/=http:\/\/hearth:.{32}@127\.0\.0\.1:\d+$/)
  expect(env.filter((line) => line.startsWith('HOME=')).join()).toContain('hearth-video-')
  expect(double.runFolders()).toEqual([])
})

test('an old yt-dlp is not given what it does not know, and says that it is old', async () => {
  const options = ['--ignore-config', '--dump-single-json', '--no-exec', '--playlist-items']
  using double = installYtDlp({ version: '2023.03.04', options })
  replayJson(double, VIDEO)
  expect((await double.source.details(videoRequest())).id).toBe('abc123')
  expect(double.args()?.filter((one) => one.startsWith('--'))).toEqual([
    ...['--ignore-config', '--no-exec', '--dump-single-json', '--playlist-items', '--batch-file'],
  ])
  expect(await double.source.find()).toMatchObject({ version: '2023.03.04', isOld: true })
  using current = installYtDlp({ version: '2025.11.12' })
  expect(await current.source.find()).toMatchObject({ isOld: false, bwrap: undefined })
})

test('yt-dlp is found when it is installed, and tried again when it did not run', async () => {
  using double = installYtDlp()
  replayJson(double, VIDEO)
  const { source, program, folder } = double
  const help = Bun.file(join(folder, 'help'))
  const text = await help.text()
  rmSync(join(folder, 'help'))
  expect(source.isInstalled()).toBe(true)
  const broken = await thrown(source.details(videoRequest()))
  expect([source.isInstalled(), broken]).toMatchObject([
    false,
    { code: 'not_installed', message: expect.stringContaining('does not run') },
  ])
  writeFileSync(join(folder, 'help'), text)
  await until(() => source.isInstalled())
  expect((await source.details(videoRequest())).id).toBe('abc123')
  const script = await Bun.file(program).text()
  rmSync(program)
  expect([source.isInstalled(), await thrown(source.details(videoRequest()))]).toMatchObject([
    false,
    { code: 'not_installed', message: expect.stringContaining('not installed') },
  ])
  writeFileSync(program, script)
  chmodSync(program, 0o755)
  expect((await source.details(videoRequest())).id).toBe('abc123')
})

test('captions are those of the picked kind, also where yt-dlp has to download them', async () => {
  using double = installYtDlp()
  const track = (text: string) => [{ ext: 'vtt', url: 'x', protocol: 'm3u8_native', name: text }]
  double.replay({
    stdout: JSON.stringify({
      ...VIDEO,
      subtitles: { de: [{ ext: 'srt', data: 'native' }] },
      automatic_captions: { 'de-orig': track('auto') },
    }),
    // The second run has the answer of the first.
    shell: `for one in "$@"; do case "$one" in */captions.*) to=$one;; esac; done
[ -e info.json ] && grep -q abc123 info.json && echo heard > "$(dirname "$to")/captions.de-orig.vtt"`,
  })
  const choose = (kind: 'native' | 'automatic') => () => ({ language: 'de', kind })
  const [inline, downloaded, none] = [
    await double.source.captions(videoRequest(), choose('native')),
    await double.source.captions(videoRequest(), choose('automatic')),
    await double.source.captions(videoRequest(), () => undefined),
  ]
  expect(inline.file).toMatchObject({ format: 'srt', text: 'native' })
  expect(downloaded.file).toEqual({
    track: { language: 'de', name: 'auto', kind: 'automatic' },
    ...{ format: 'vtt', text: 'heard\n' },
  })
  expect([none.file, none.details.captions.length]).toEqual([undefined, 2])
})

test('the sound is told of as it comes, and a broadcast that has not ended is refused', async () => {
  using double = installYtDlp()
  const target = join(double.folder, 'sound')
  const steps: [number, number | undefined][] = []
  const onProgress = (done: number, total: number | undefined) => void steps.push([done, total])
  const download = () =>
    double.source.audio({ ...videoRequest(), target, maxBytes: 1_000, onProgress })
  double.replay({
    stdout: '{"title":"A river"}\n[progress] 10 NA 41.5\n[progress] 40 40 NA\n',
    shell: `for one in "$@"; do case "$one" in */audio.*) echo sound > "\${one%.*}.m4a";; esac; done`,
  })
  expect(await download()).toEqual({ title: 'A river' })
  expect(await Bun.file(target).text()).toBe('sound\n')
  expect(steps.at(-1)).toEqual([40, 40])
  expect(double.args()).toContain('ba/b')
  double.replay({ stdout: '' })
  expect(await thrown(download())).toMatchObject({ code: 'invalid' })
  double.replay({ stdout: '{"title":"A river"}\n' })
  expect(await thrown(download())).toMatchObject({ code: 'too_large' })
  double.replay({ stderr: 'ERROR: [site] v: HTTP Error 404: Not Found\n', exit: 1 })
  expect(await thrown(download())).toMatchObject({ code: 'not_found' })
})
