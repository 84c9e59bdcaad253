import { afterAll, expect, test } from 'bun:test'
import { titleIn } from '../../src/features/conversations/conversation-titles.ts'
import { conversationClient } from '../support/conversations.ts'
import { pick } from '../support/pick.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import {
  startUpstream,
  streamText,
  type UpstreamRequest,
  wholeAnswer,
} from '../support/upstream.ts'

const upstream = startUpstream()
const service = startService({ upstream: upstream.url })
const { titles } = service.services
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})
const client = conversationClient(service, `Bearer ${PRIMARY_KEY}`)

/** Answers messages, and requests for a title, which are whole. */
function scripted(title: () => Response): UpstreamRequest[] {
  const asked: UpstreamRequest[] = []
  upstream.script((ask) => {
    asked.push(ask)
    return ask.body.stream === true ? streamText(['Boil it for ten minutes.']) : title()
  })
  return asked
}

/** A conversation with its first answer. */
async function answered(content = 'How long do I boil an egg so that it is hard?') {
  const path = await client.begin()
  const watch = await client.watch(path)
  await client.json('POST', `${path}/messages`, { content })
  await watch.until({ 'message.role': 'assistant', 'message.status': 'complete' })
  return { path, watch, titleNow: async () => pick(await client.json('GET', path), 'title') }
}

async function swept(): Promise<void> {
  titles.sweep()
  await titles.idle()
}

test('a new conversation gets a title by the model that has answered, once and without a price', async () => {
  const asked = scripted(() => wholeAnswer('<think>Eggs.</think>\n**Title: “Hard-boiled eggs”**.'))
  const { watch, titleNow } = await answered()
  expect(await titleNow()).toBe('How long do I boil an egg so that it is hard?')
  await swept()
  expect(await titleNow()).toBe('Hard-boiled eggs')
  const changed = await watch.until({ type: 'conversation' })
  expect(pick(changed.at(-1), 'conversation.title')).toBe('Hard-boiled eggs')
  await watch.close()
  await swept()
  expect(asked).toHaveLength(2)
  const prompt = String(asked[1]?.body.messages.at(-1)?.content)
  expect(prompt).toContain('How long do I boil an egg')
  expect(prompt).toContain('Boil it for ten minutes.')
  const usage = await (await service.asOwner('GET', '/admin/usage')).json()
  expect(usage).toMatchObject({ totals: { model_calls: 2, credits: 0 } })
})

test('a title that was chosen meanwhile stays, and so do the first words where none is found', async () => {
  const renamed = Promise.withResolvers<void>()
  scripted(() => wholeAnswer(''))
  const empty = await answered('Tell me of the sea')
  await swept()
  expect(await empty.titleNow()).toBe('Tell me of the sea')
  await empty.watch.close()
  const { path, watch, titleNow } = await answered('Tell me of the wind')
  upstream.script(async () => {
    await renamed.promise
    return wholeAnswer('Winds')
  })
  titles.sweep()
  await client.json('PATCH', path, { title: 'My own' })
  renamed.resolve()
  await titles.idle()
  expect(await titleNow()).toBe('My own')
  await watch.close()
})

test('a failure leaves the first words, and is not tried again', async () => {
  const asked = scripted(() => new Response('{"error": {"message": "No"}}', { status: 400 }))
  const { watch, titleNow } = await answered('Tell me of fire')
  await swept()
  const tries = asked.length
  await swept()
  expect([asked.length, await titleNow()]).toEqual([tries, 'Tell me of fire'])
  await watch.close()
})

test('titleIn() takes the first line without what models put around it', () => {
  for (const [text, title] of [
    ['Bread without yeast', 'Bread without yeast'],
    ['"Bread without yeast."', 'Bread without yeast'],
    ['# Titel: Brot ohne Hefe\n\nDas ist …', 'Brot ohne Hefe'],
    ['\n\n„Brot ohne Hefe“', 'Brot ohne Hefe'],
    ['<think>Which one?</think>Tea', 'Tea'],
    ['<think>Which one', ''],
    ['Bread **without** `yeast`', 'Bread without yeast'],
    ['Title insurance explained', 'Title insurance explained'],
    ['', ''],
  ] as const)
    expect(titleIn(text)).toBe(title)
})
