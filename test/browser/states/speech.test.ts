import { expect, test } from 'bun:test'
import { CHROMIUM } from '../../support/chromium.ts'
import { faultsOf, type PageState, STATES_MS, statesOf } from '../../support/looks.ts'
import { speechWav } from '../../support/recogniser.ts'
import { transcriptService } from '../../support/transcripts.ts'

const testPage = test.skipIf(CHROMIUM === null)

const VOICES = '**/api/ai/tts/voices'
const HISTORY = '**/history?*'
const MODELS = '**/v1/models'
const BROKEN = { status: 500, json: { code: 'internal', detail: 'Internal error' } }
const DENIED = { status: 403, json: { code: 'capability_denied', detail: 'You may not do that' } }
const TRY_AGAIN = 'h2:has-text("This did not work") ~ button:has-text("Try again")'
const NOT_ALLOWED = 'h2:has-text("You may not see this")'
const LONG = `${'A house meeting of October with everybody '.repeat(4)}${'x'.repeat(80)}.m4a`
const AT = '2026-03-01T10:00:00.000Z'

const job = (status: string, more: object = {}) => ({
  ...{ job_id: 'trs_1', kind: 'transcribe', status, position: status === 'queued' ? 3 : null },
  ...{ expected_wait_seconds: 90, progress: null, created_at: AT, started_at: AT },
  ...{ finished_at: null, expires_at: null, result: null, error: null, ...more },
})
const entry = (id: string, kind: string, more: object = {}) => ({
  ...{ id, kind, title: LONG, language: 'en', seconds: 21_600, characters: 9, keep: false },
  ...{ job_id: null, created_at: AT, expires_at: '2100-01-01T00:00:00.000Z', ...more },
})
const list = (...items: object[]) => ({ json: { items, next_cursor: null } })
const segments = Array.from({ length: 60 }, (_, index) => ({
  ...{ start: index * 400, end: index * 400 + 3 },
  text: index === 1 ? LONG : 'It was cold in the third week of October.',
}))
const transcript = entry('his_t', 'transcript', {
  ...{ text: 'x', segments, engine: 'whisper', model: 'base', source: null },
})
const srt = segments.map(
  (_, index) => `${index + 1}\n00:00:01,000 --> 00:00:02,000\nEs war kalt.\n`,
)
const translated = job('succeeded', {
  kind: 'translate',
  result: {
    ...{ status: 'succeeded', srt: srt.join('\n'), target: 'de' },
    problems: [{ cue: 2, excerpt: 'A', reason: 'the engine did not answer in its form' }],
  },
})
const EDITOR = { '**/history/his_t': { json: transcript }, '**/jobs/trs_1': { json: translated } }

const STATES: readonly PageState[] = [
  { name: 'speak', path: '/app/speak', shows: 'h2:has-text("No clips yet")' },
  {
    name: 'speak, loading',
    path: '/app/speak',
    answers: { [VOICES]: 'never' },
    shows: '[aria-label="Loading the voices"]',
  },
  { name: 'speak, failed', path: '/app/speak', answers: { [VOICES]: BROKEN }, shows: TRY_AGAIN },
  {
    name: 'speak, not allowed',
    path: '/app/speak',
    answers: { [VOICES]: DENIED },
    shows: NOT_ALLOWED,
  },
  {
    name: 'speak, clips',
    path: '/app/speak',
    answers: {
      [HISTORY]: list(
        entry('his_a', 'speech'),
        entry('his_b', 'speech', { keep: true, expires_at: null }),
      ),
      '**/history/his_a': {
        json: entry('his_a', 'speech', {
          ...{ text: LONG, url: '/nothing.wav', engine: 'embedded', voice: 'slt' },
          ...{ format: 'wav', media_type: 'audio/wav' },
        }),
      },
    },
    act: (page) => page.click('.clip button >> nth=0'),
    shows: '.player:has-text("This browser cannot play it")',
  },
  {
    name: 'speak, deleting',
    path: '/app/speak',
    answers: { [HISTORY]: list(entry('his_a', 'speech')) },
    act: (page) => page.click('[aria-label^=Delete]'),
    shows: 'dialog[open]',
  },
  {
    name: 'speak, in line',
    path: '/app/speak?job=tts_1',
    answers: {
      '**/api/ai/tts/tts_1': { json: { ...job('queued'), job_id: 'tts_1', kind: 'tts' } },
      '**/api/ai/tts/tts_1/events': 'never',
    },
    shows: '.speak .wait:has-text("3rd in line")',
  },
  { name: 'transcribe', path: '/app/transcribe', shows: 'h2:has-text("No transcripts yet")' },
  {
    name: 'transcribe, loading',
    path: '/app/transcribe',
    answers: { [MODELS]: 'never' },
    shows: '[aria-label="Loading the page"]',
  },
  {
    name: 'transcribe, failed',
    path: '/app/transcribe',
    answers: { [HISTORY]: BROKEN },
    shows: TRY_AGAIN,
  },
  {
    name: 'transcribe, not allowed',
    path: '/app/transcribe',
    answers: { [HISTORY]: DENIED },
    shows: NOT_ALLOWED,
  },
  {
    name: 'transcribe, list',
    path: '/app/transcribe',
    answers: {
      [HISTORY]: list(entry('his_t', 'transcript')),
      '**/jobs?*': list(
        job('queued'),
        job('failed', { job_id: 'trs_2', error: { code: 'invalid', detail: 'It has no sound' } }),
      ),
    },
    shows: 'small:has-text("It has no sound")',
  },
  {
    name: 'transcript, running',
    path: '/app/transcribe/trs_1',
    answers: {
      '**/jobs/trs_1': {
        json: job('running', {
          progress: { done: 61, total: 3_600, unit: 'seconds', note: null, seconds_left: 80 },
        }),
      },
      '**/jobs/trs_1/events': 'never',
    },
    shows: 'text=1:01 of 1:00:00 transcribed, about 1 min left',
  },
  {
    name: 'transcript, failed',
    path: '/app/transcribe/trs_1',
    answers: {
      '**/jobs/trs_1': {
        json: job('failed', { error: { code: 'invalid', detail: 'It has no sound' } }),
      },
    },
    shows: '.notice.bad:has-text("It has no sound.")',
  },
  {
    name: 'transcript, gone',
    path: '/app/transcribe/trs_1',
    shows: 'h2:has-text("There is no such transcript")',
  },
  { name: 'editor', path: '/app/transcribe/his_t', answers: EDITOR, shows: '.segment' },
  {
    name: 'editor, translating',
    path: '/app/transcribe/his_t',
    answers: EDITOR,
    act: (page) => page.click('button:has-text("Translate")'),
    shows: 'dialog[open] select',
  },
  {
    name: 'editor with sound and a translation',
    path: '/app/transcribe/his_t?translation=trs_1',
    answers: EDITOR,
    act: async (page) => {
      const buffer = Buffer.from(speechWav(1))
      const file = { name: 'a.wav', mimeType: 'audio/wav', buffer }
      await page.setInputFiles('.editor-sound input[type=file]', file)
      await page.click('summary:has-text("1 subtitle could not be translated")')
      await page.waitForSelector('.player')
    },
    shows: '.segment-beside:has-text("Es war kalt.")',
  },
]

testPage(
  'every state of Speak and Transcribe is accessible and fits every window',
  async () => {
    await using service = transcriptService()
    expect(await faultsOf(service, statesOf(STATES, 3))).toEqual([])
  },
  STATES_MS,
)
