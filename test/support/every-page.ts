import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewHistoryEntry } from '../../src/features/history/history-entry.ts'
import { conversationClient } from './conversations.ts'
import { fakeEngine, saying } from './engines.ts'
import { submitKey } from './key-sign-in.ts'
import { pickFrom } from './pick.ts'
import { PRIMARY_KEY, startService, type TestOptions } from './service.ts'
import { makeUser } from './users.ts'

const ANSWER = 'Ünïçödé **wörks** hére.\n\n```\nlét x = 1\n```\n'

const TRANSCRIPT: NewHistoryEntry = {
  owner: 'primary',
  kind: 'transcript',
  title: 'Léçtüré',
  text: 'Thé kéépér trïms thé lämp',
  language: 'en',
  seconds: 125,
  data: { segments: [{ start: 0, end: 2, text: 'Thé kéépér trïms thé lämp' }], engine: 'whïspér' },
}

/**
 * A service in which each page of the workspace has something to show. What others chose has accents,
 * so that it does not pass for English words that were not translated.
 */
export async function startWithEverything(options: TestOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-pages-'))
  const engine = fakeEngine('lócäl', saying(ANSWER), { label: 'Lócäl' })
  const service = startService({
    engines: [engine],
    env: { DATA_DIR: folder, SHARE_LINKS: 'on' },
    ...options,
  })
  const { asOwner, services } = service
  const conversations = conversationClient(service, `Bearer ${PRIMARY_KEY}`)
  const conversation = await conversations.begin()
  const watch = await conversations.watch(conversation)
  await conversations.json('POST', `${conversation}/messages`, {
    content: 'Whät ïs thïs?',
    attachments: [{ data: Buffer.from('Ä nötë').toString('base64'), filename: 'nötë.txt' }],
  })
  await watch.until({
    type: 'message',
    'message.status': 'complete',
    'message.role': 'assistant',
  })
  await watch.close()
  await asOwner('POST', '/api/conversations/folders', { name: 'Fóldér' })
  const upload = await fetch(
    `${service.url}/api/nas/upload?filename=${encodeURIComponent('rénté.txt')}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${PRIMARY_KEY}` },
      body: 'Thé rént ïs 900',
    },
  )
  const file = await pickFrom(upload, 'token')
  const knowledge = await pickFrom(await asOwner('POST', '/api/knowledge', { name: 'Höusé' }), 'id')
  await asOwner('POST', `/api/knowledge/${knowledge}/sources`, {
    sources: [{ file }, { note: { title: 'Böïlér', text: 'Sérvïcéd ïn Octöbér' } }],
  })
  await services.reading.idle()
  const assistant = await pickFrom(
    await asOwner('POST', '/api/assistants', { name: 'Cöök', instructions: 'Yöu äré ä cöök' }),
    'id',
  )
  await asOwner('POST', '/api/prompts', { name: 'Explaïn', text: 'Explaïn {{tópic}}' })
  services.keepInHistory(TRANSCRIPT)
  await asOwner('POST', '/api/ai/agent', { task: 'title', input: 'téxt' })
  await asOwner('POST', '/api/ai/generate', { prompt: 'téxt', async: true })
  makeUser(services, { role: 'pending', email: 'wäïting@éxample.org' })
  const person = makeUser(services, { email: 'gäst@éxample.org' })
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' }
  await submitKey(service, {}, { headers })
  return {
    ...service,
    paths: {
      conversation: `/app/c${conversation}`,
      knowledge: `/app/knowledge/${knowledge}`,
      assistant: `/app/assistants/${assistant}`,
      person: `/admin/people/${person.id}`,
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
