import { afterAll, expect, test } from 'bun:test'
import type { Message } from '../../src/engines/contract/text.ts'
import { readSubtitles } from '../../src/media/subtitles/read-subtitles.ts'
import { writeSrt } from '../../src/media/subtitles/write-subtitles.ts'
import { fakeEngine } from '../support/engines.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

/** The lines that a request asks to be translated. */
function linesOf(messages: readonly Message[]): string[] {
  const content = String(messages.at(-1)?.content)
  const part = /\[BEGIN \S+ lines\]\n([\s\S]*?)\n\[END/.exec(content)?.[1] ?? ''
  return part.split('\n').map((line) => line.replace(/^\d+: /, ''))
}

/** Every word in German, so to speak. */
const german = (line: string) => line.replace(/(?<!<)\b[A-Za-z]+/g, (word) => `${word}en`)
const numbered = (lines: readonly string[]) =>
  lines.map((line, index) => `${index + 1}: ${german(line)}`).join('\n')

let answer: (lines: string[], request: number) => string = numbered
let requests = 0
const engine = fakeEngine(
  'local',
  async function* ({ messages }) {
    requests += 1
    yield [{ type: 'text', text: answer(linesOf(messages), requests) }]
    yield [{ type: 'finish', reason: 'stop' }]
  },
  { capabilities: { images: false, structured: false, tools: false } },
)
const service = createTestApp({ engines: [engine] })
afterAll(() => service[Symbol.asyncDispose]())

const SRT = writeSrt([
  { startMs: 1000, endMs: 3000, text: 'Good morning to all of you.' },
  { startMs: 4000, endMs: 6000, text: '<i>We have not seen you\nfor a long time.</i>' },
  { startMs: 7000, endMs: 8000, text: '♪' },
  { startMs: 9000, endMs: 12_000, text: '- Where have you been?\n- In the garden with them.' },
]).replace(/^1$/m, '11')

async function post(path: string, body: unknown) {
  requests = 0
  engine.turns.length = 0
  const response = await service.asOwner('POST', path, body)
  return { status: response.status, body: await bodyOf(response) }
}

/** What the tests read of answers. */
interface Body {
  detail: string
  job_id: string
  kind: string
  srt: string
  text: string
  changes: object[]
  problems: object[] | undefined
  items: object[]
}

async function bodyOf(response: Response): Promise<Body> {
  return JSON.parse(await response.text())
}
const translate = (body: object) => post('/translate', { target: 'de', ...body })

async function translating(misbehaviour: typeof answer, body: object = { srt: SRT }) {
  answer = misbehaviour
  const { status, body: translation } = await translate(body)
  answer = numbered
  expect(status).toBe(200)
  return translation
}

test('POST /perfect-srt corrects subtitles and says what it did', async () => {
  const srt =
    '2\n00:00:03.000 -> 00:00:05,000\nIt works.\n1\n00:00:01,000 --> 00:00:03,500\nHello.\n'
  expect<unknown>(await post('/perfect-srt', { srt })).toEqual({
    status: 200,
    body: {
      status: 'succeeded',
      srt: '1\n00:00:01,000 --> 00:00:02,917\nHello.\n\n2\n00:00:03,000 --> 00:00:05,000\nIt works.\n',
      changes: [
        { code: 'moved', cue: 1, source: 2, detail: 'Moved before cues that start later' },
        {
          ...{ code: 'ended_earlier', cue: 1, source: 2 },
          detail: 'Ends 583 ms earlier, before the next cue',
        },
      ],
    },
  })
})

test('POST /perfect-srt follows its options, a brand and a script, and works on long files', async () => {
  await service.asOwner('PUT', '/api/brands/short', {
    name: 'Short',
    caption_rules: { max_line_characters: 12, max_lines: 2 },
  })
  const srt = '00:01 --> 00:05\nhallo everyone hear at home'
  const ofBrand = await post('/perfect-srt', { srt, brand: 'short', max_lines: 3 })
  expect(readSubtitles(ofBrand.body.srt)[0]?.text).toBe('hallo\neveryone\nhear at home')
  const script = 'Hello, everyone here at home!'
  const { body } = await post('/perfect-srt', { srt, script })
  expect(readSubtitles(body.srt)[0]?.text).toBe(script)
  const cues = Array.from({ length: 3000 }, (_, index) => ({
    ...{ startMs: index * 3000, endMs: index * 3000 + 3500 },
    text: `This is the sentence with number ${index}.`,
  }))
  const long = await post('/perfect-srt', { srt: writeSrt(cues) })
  expect(readSubtitles(long.body.srt)).toHaveLength(3000)
  expect(long.body.changes).toHaveLength(2999)
})

test('POST /perfect-srt and /translate refuse what they cannot take', async () => {
  const refusals: [string, object, number, string][] = [
    ['/perfect-srt', { srt: 'Hello' }, 422, 'There are no subtitles in srt'],
    ['/perfect-srt', {}, 422, 'give exactly one of srt and job_id'],
    ['/perfect-srt', { srt: SRT, job_id: 'trs_a' }, 422, 'give exactly one'],
    ['/perfect-srt', { job_id: 'trs_a' }, 404, 'no such job'],
    ['/perfect-srt', { srt: SRT, max_lines: 0 }, 422, 'max_lines must be'],
    ['/perfect-srt', { srt: SRT, brand: 'none' }, 422, 'There is no brand "none"'],
    ['/perfect-srt', { srt: '1\n00:01 --> 00:02\n', script: 'a' }, 422, 'no text'],
    ['/perfect-srt', { srt: 'x'.repeat(5 * 1024 ** 2) }, 413, 'larger'],
    ['/translate', { text: 'Hello' }, 422, 'target'],
    ['/translate', { text: 'Hello', target: 'xx' }, 422, 'target is no known language'],
    ['/translate', { text: 'Hello', target: 'de', source: 'tlhing' }, 422, 'source is no known'],
    ['/translate', { text: ' ', target: 'de' }, 422, 'text'],
    ['/translate', { srt: 'Hello', target: 'de' }, 422, 'There are no subtitles'],
    ['/translate', { text: 'Hello', target: 'de', engine: 'other' }, 404, 'other'],
  ]
  for (const [path, body, status, words] of refusals) {
    const refused = await post(path, body)
    expect([path, refused.status, refused.body.detail]).toEqual([
      path,
      status,
      expect.stringContaining(words),
    ])
  }
})

test('POST /translate keeps numbers, times, tags and speakers of subtitles', async () => {
  const { body } = await translate({ srt: SRT, target: 'German', source: 'en' })
  expect(body.srt).toBe(
    SRT.replace('Good morning to all of you.', 'Gooden morningen toen allen ofen youen.')
      .replace(
        'We have not seen you\nfor a long time.',
        'Ween haveen noten seenen\nyouen foren aen longen timeen.',
      )
      .replace('Where have you been?', 'Whereen haveen youen beenen?')
      .replace('In the garden with them.', 'Inen theen gardenen withen themen.'),
  )
  expect<object>({ ...body, srt: '' }).toEqual({
    ...{
      status: 'succeeded',
      srt: '',
      target: 'de',
      source: 'en',
      engine: 'local',
      model: 'small',
    },
  })
  expect(requests).toBe(1)
})

test('POST /translate keeps the form of a text, and shows what comes before a piece', async () => {
  const paragraph = 'This is a sentence of the long text that is here. '.repeat(60).trim()
  const text = `# Title of it\n\n- one thing\n- two things\n\n${paragraph}\n\n---\n\nThe end of it all.\n`
  const { body } = await translate({ text, title: 'A tale' })
  expect(body.text).toBe(text.replace(/[A-Za-z]+/g, (word) => `${word}en`))
  expect(requests).toBeGreaterThan(1)
  const last = String(engine.turns.at(-1)?.messages.at(-1)?.content)
  expect(last).toMatch(/title\]\nA tale\n/)
  expect(last).toMatch(/before\]\n[\s\S]*\n= Thisen isen/)
})

test('POST /translate gives the model the words of a brand that occur', async () => {
  await service.asOwner('PUT', '/api/brands/acme', {
    ...{ name: 'Acme', tone: 'warm' },
    glossary: [
      { term: 'Garden', use: 'Park' },
      { term: 'house', use: 'Heim' },
    ],
  })
  await translate({ srt: SRT, brand: 'acme' })
  const sent = String(engine.turns[0]?.messages.at(-1)?.content)
  expect(sent).toMatch(/glossary\]\nGarden = Park\n\[END/)
  expect(sent).toMatch(/tone\]\nwarm\n/)
})

test('POST /translate bears with prefaces, remarks, other numerals and JSON', async () => {
  const wrapped = (lines: string[]) =>
    `Sure! Here it is:\n\n${numbered(lines)}\n\nI hope this helps.`
  const right = (await translating(numbered)).srt
  expect((await translating(wrapped)).srt).toBe(right)
  expect((await translating((lines) => `\`\`\`\n${numbered(lines)}\n\`\`\``)).srt).toBe(right)
  const arabic = (lines: string[]) =>
    numbered(lines).replace(/^\d/gm, (one) => '٠١٢٣'[Number(one)] ?? '')
  expect((await translating(arabic)).srt).toBe(right)
  const json = (lines: string[]) =>
    JSON.stringify({
      translations: lines.map((line, at) => ({ number: at + 1, text: german(line) })),
    })
  expect((await translating(json)).srt).toBe(right)
  expect(requests).toBe(1)
})

test('POST /translate asks again for what comes back wrong, in smaller parts', async () => {
  const right = (await translating(numbered)).srt
  const once: Record<string, (lines: string[]) => string> = {
    'a line is missing': (lines) => numbered(lines.slice(1)),
    'the last line is missing': (lines) => numbered(lines.slice(0, -1)),
    'two lines are one': (lines) => numbered([`${lines[0]} ${lines[1]}`, ...lines.slice(2)]),
    'a line is empty': (lines) => numbered(lines).replace(/^2: .*$/m, '2:'),
    'a line is split': (lines) => numbered(lines).replace(' haveen', '\nhaveen'),
    'the numbers are words': (lines) => numbered(lines).replace('1:', 'eins:'),
    'it is the source': (lines) => lines.map((line, at) => `${at + 1}: ${line}`).join('\n'),
    'a refusal': () => 'I am sorry, but I cannot help with that.',
    nothing: () => ' ',
    'far too much': (lines) => numbered(lines.map((line) => line.repeat(20))),
  }
  for (const [name, wrong] of Object.entries(once)) {
    const translation = await translating((lines, request) =>
      request === 1 ? wrong(lines) : numbered(lines),
    )
    expect([name, translation]).toEqual([name, expect.objectContaining({ srt: right })])
    expect([name, translation.problems]).toEqual([name, undefined])
    expect(requests).toBeGreaterThan(1)
  }
})

test('POST /translate reports what stays wrong, with its own text', async () => {
  const translation = await translating((lines) =>
    lines.map((line, at) => `${at + 1}: ${line.includes('seen') ? line : german(line)}`).join('\n'),
  )
  expect(translation.problems).toEqual([
    {
      ...{ cue: 2, excerpt: 'We have not seen you for a long time.' },
      reason: 'the engine gave the text back untranslated',
    },
  ])
  expect(translation.srt).toContain('<i>We have not seen you\nfor a long time.</i>')
  expect(translation.srt).toContain('Gooden morningen')
  expect(requests).toBe(3)
  const refused = await translating(() => 'I cannot do that.', { text: 'Good morning, everyone.' })
  expect(refused).toMatchObject({
    text: 'Good morning, everyone.',
    problems: [{ reason: 'the engine did not answer in the form that was asked for' }],
  })
})

test('a translation is a job with progress and formats, and is kept in the history', async () => {
  const made = await translate({ srt: SRT, async: true, title: 'Garden party' })
  expect([made.status, made.body.kind]).toEqual([202, 'translate'])
  const path = `/jobs/${made.body.job_id}`
  await (await service.asOwner('GET', `${path}/events`)).text()
  const job = await bodyOf(await service.asOwner('GET', path))
  expect(job).toMatchObject({ status: 'succeeded', progress: { done: 3, total: 3, unit: 'cues' } })
  const vtt = await (await service.asOwner('GET', `${path}/result?format=vtt`)).text()
  expect(vtt).toStartWith('WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nGooden')
  const history = await bodyOf(await service.asOwner('GET', '/history?q=gooden'))
  expect(history.items[0]).toMatchObject({ kind: 'translation', title: 'Garden party' })
  const corrected = await post('/perfect-srt', { srt: SRT, async: true })
  const jobs = `/jobs/${corrected.body.job_id}`
  await (await service.asOwner('GET', `${jobs}/events`)).text()
  expect(await (await service.asOwner('GET', `${jobs}/result?format=text`)).text()).toContain(
    'Good',
  )
})

test('POST /translate says that no engine could answer, and keeps others out', async () => {
  const key = service.makeKey({ media: true, agent_engines: ['local'] })
  const other = service.makeKey({ generate: true })
  const send = (secret: string) =>
    service.request(
      '/translate',
      jsonInit(
        'POST',
        { text: 'Good morning', target: 'de' },
        { authorization: `Bearer ${secret}` },
      ),
    )
  expect((await send(other.key)).status).toBe(403)
  expect((await send(key.key)).status).toBe(200)
})
