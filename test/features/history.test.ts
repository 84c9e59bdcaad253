import { afterAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NewHistoryEntry } from '../../src/features/history/history-entry.ts'
import { pick, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp } from '../support/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SEGMENT = {
  start: 0.5,
  end: 2,
  text: 'Good morning',
  words: [{ word: 'Good', start: 0.5, end: 1 }],
}

let at = Date.UTC(2026, 0, 1)
const folder = tempFolder()
const service = createTestApp({ env: { DATA_DIR: folder.path }, now: () => at })
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})
const { keepInHistory, history, db } = service.services

function transcript(text: string, more: Partial<NewHistoryEntry> = {}): NewHistoryEntry {
  const data = { segments: [SEGMENT], engine: 'whisper', model: 'base', source: 'talk.mp3' }
  const base = { owner: 'primary', kind: 'transcript' as const, title: 'A talk', text, data }
  return { ...base, ...more } as NewHistoryEntry
}

function speech(text: string, clip: string, owner = 'primary'): NewHistoryEntry {
  const data = { clip, engine: 'flite', voice: 'slt', format: 'mp3', mediaType: 'audio/mpeg' }
  return { owner, kind: 'speech', title: '', text, seconds: 1.25, data }
}

async function json(method: string, path: string, body?: unknown): Promise<unknown> {
  return await (await service.asOwner(method, path, body)).json()
}
const titles = async (query: string) =>
  pickList(await json('GET', `/history${query}`), 'items').map((item) => pick(item, 'title'))

test('an entry of each kind comes back whole, and the list has the newest first', async () => {
  // The run of a call that waited is none that a caller knows.
  const waited = keepInHistory(transcript('Nothing', { sourceId: 'run_1' }))
  expect(await json('GET', `/history/${waited}`)).toMatchObject({ job_id: null })
  await service.asOwner('DELETE', `/history/${waited}`)
  const first = keepInHistory(
    transcript('Good morning', { language: 'en', seconds: 2.5, sourceId: 'trs_1' }),
  )
  // A job that runs again after a crash makes no second entry.
  expect(keepInHistory(transcript('Good morning', { sourceId: 'trs_1' }))).toBe(first)
  const second = keepInHistory({
    ...{ owner: 'primary', kind: 'translation', title: 'Untertitel', text: 'Guten Morgen' },
    data: { srt: '1\n', target: 'de', source: 'en' },
  })
  const third = keepInHistory(speech(`Say\n ${'it '.repeat(200)}`, 'clip_1.mp3'))
  expect(first).toMatch(/^his_[\w-]{22}$/)
  expect(await json('GET', `/history/${first}`)).toEqual({
    ...{ id: first, kind: 'transcript', title: 'A talk', language: 'en', seconds: 2.5 },
    ...{ characters: 12, keep: true, job_id: 'trs_1', expires_at: null, text: 'Good morning' },
    ...{ engine: 'whisper', model: 'base', source: 'talk.mp3', segments: [SEGMENT] },
    created_at: '2026-01-01T00:00:00.000Z',
  })
  expect(await json('GET', `/history/${second}`)).toMatchObject({
    ...{ kind: 'translation', srt: '1\n', target: 'de', source: 'en', keep: true, job_id: null },
  })
  const clip = await json('GET', `/history/${third}`)
  expect(clip).toMatchObject({
    ...{ kind: 'speech', url: '/api/ai/tts/file/clip_1.mp3', voice: 'slt', format: 'mp3' },
    ...{ media_type: 'audio/mpeg', keep: false, expires_at: '2026-01-31T00:00:00.000Z' },
  })
  // Without a title, the text begins it.
  expect([...String(pick(clip, 'title'))].length).toBe(200)
  const list = pickList(await json('GET', '/history'), 'items')
  expect(list.map((item) => pick(item, 'id'))).toEqual([third, second, first])
  expect(list[2]).not.toHaveProperty('text')
  expect(await titles('?kind=translation')).toEqual(['Untertitel'])
  const page = await json('GET', '/history?limit=2')
  expect(await titles(`?limit=2&cursor=${pick(page, 'next_cursor')}`)).toEqual(['A talk'])
  expect((await service.asOwner('GET', '/history?cursor=x.y')).status).toBe(422)
  expect((await service.asOwner('GET', '/history?kind=film')).status).toBe(422)
})

test('a search finds words of titles and texts, without case and accents, also in unspaced scripts', async () => {
  keepInHistory(transcript('Zwölf Boxkämpfer jagen Viktor', { title: 'Pangramme' }))
  keepInHistory(transcript('今日はいい天気ですね。', { title: 'Wetter' }))
  keepInHistory(transcript('boxkampfer', { owner: 'user:other', title: 'Not mine' }))
  keepInHistory(speech('Boxkampfer, leise', 'clip_2.mp3'))
  expect(await titles('?q=BOXKAMPFER%20jag')).toEqual(['Pangramme'])
  expect(await titles('?q=boxk')).toEqual(['Boxkampfer, leise', 'Pangramme'])
  expect(await titles('?q=boxk&kind=transcript')).toEqual(['Pangramme'])
  expect(await titles('?q=pangra')).toEqual(['Pangramme'])
  expect(await titles(`?q=${encodeURIComponent('天気')}`)).toEqual(['Wetter'])
  expect(await titles(`?q=${encodeURIComponent('気天')}`)).toEqual([])
  expect(await titles('?q=boxk%20nowhere')).toEqual([])
  expect(await titles('?q=%22)%20OR%20scope%3A')).toEqual([])
  expect(await titles('?q=!')).toEqual([])
  const [found] = pickList(await json('GET', '/history?q=viktor'), 'items')
  expect(pick(found, 'excerpt')).toBe('Zwölf Boxkämpfer jagen Viktor')
  const page = await json('GET', '/history?q=boxk&limit=1')
  expect(await titles(`?q=boxk&limit=1&cursor=${pick(page, 'next_cursor')}`)).toEqual(['Pangramme'])
})

test('an entry is renamed, kept and deleted by its owner alone', async () => {
  const id = keepInHistory(speech('quockerwodger', 'clip_3.mp3'))
  const { key } = await service.makeKey({ media: true })
  const asKey = (method: string) =>
    service.request(`/history/${id}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(method === 'PATCH' ? { body: '{"title":"Mine"}' } : {}),
    })
  for (const method of ['GET', 'PATCH', 'DELETE']) expect((await asKey(method)).status).toBe(404)
  expect(await json('PATCH', `/history/${id}`, { title: 'Puppets' })).toMatchObject({
    ...{ title: 'Puppets', keep: false },
  })
  expect(await titles('?q=puppet')).toEqual(['Puppets'])
  expect(await titles('?q=quockerwod')).toEqual(['Puppets'])
  const kept = await json('PATCH', `/history/${id}`, { keep: true })
  expect(kept).toMatchObject({ title: 'Puppets', keep: true, expires_at: null })
  for (const body of [
    {},
    { kep: true },
    { title: ' ' },
    { title: 'x'.repeat(201) },
    { keep: 'yes' },
  ])
    expect((await service.asOwner('PATCH', `/history/${id}`, body)).status).toBe(422)
  expect((await service.asOwner('DELETE', `/history/${id}`)).status).toBe(204)
  expect((await service.asOwner('GET', `/history/${id}`)).status).toBe(404)
  expect(await titles('?q=quockerwod')).toEqual([])
  expect(wordInFiles('quockerwod')).toBe(false)
  db.sqlite.run("INSERT INTO history_search (history_search) VALUES ('integrity-check')")
})

test('clips expire after 30 days unless they are kept, and what is let go 30 days later', async () => {
  const gone = keepInHistory(speech('wamblecropt', 'clip_4.mp3'))
  const kept = keepInHistory(speech('kept', 'clip_5.mp3'))
  const heard = keepInHistory(transcript('heard'))
  await json('PATCH', `/history/${kept}`, { keep: true })
  const there = async () =>
    Promise.all(
      [gone, kept, heard].map(
        async (id) => (await service.asOwner('GET', `/history/${id}`)).status,
      ),
    )
  at += 30 * DAY_MS - 1
  history.sweep()
  expect(await there()).toEqual([200, 200, 200])
  await json('PATCH', `/history/${heard}`, { keep: false })
  at += 1
  history.sweep()
  expect(await there()).toEqual([404, 200, 200])
  expect(history.hasClip('clip_4.mp3')).toBe(false)
  expect(history.hasClip('clip_5.mp3')).toBe(true)
  expect(await titles('?q=wamble')).toEqual([])
  at += 30 * DAY_MS
  history.sweep()
  expect(await there()).toEqual([404, 200, 404])
})

function wordInFiles(word: string): boolean {
  db.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  return readdirSync(folder.path)
    .filter((name) => name.startsWith('hearth.sqlite'))
    .some((name) => readFileSync(join(folder.path, name)).includes(word))
}
