import { expect, test } from 'bun:test'
import { createDevice } from '../support/devices.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { createTestApp, jsonInit } from '../support/service.ts'

const PICTURE = 'data:image/png;base64,AA'
const NOTE = '[A picture was left out here: this path takes text only]'

function app() {
  const local = fakeEngine('local', saying('Yes'))
  const service = createTestApp({ engines: [local] })
  const { headers } = createDevice(service)
  const ask = async (path: string, body: object) => {
    const init = jsonInit('POST', { model: 'auto', ...body }, headers)
    return (await service.request(`/api/code/v1/${path}`, init)).status
  }
  return { local, service, ask, said: () => local.turns.at(-1)?.messages }
}

test('POST /api/code/v1/responses puts a note in the place of pictures and files', async () => {
  const { service, ask, said } = app()
  await using _ = service
  const content = [
    { type: 'input_text', text: 'Look' },
    { type: 'input_image', image_url: PICTURE },
    { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' },
    { type: 'input_text', text: 'What is it?' },
  ]
  const input = [
    { role: 'user', content },
    { role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] },
    { role: 'user', content: 'And now?' },
  ]
  expect(await ask('responses', { input })).toBe(200)
  const file = '[A file was left out here: this path takes text only]'
  expect(said()).toMatchObject([
    { role: 'user', content: `Look\n\n${NOTE}\n\n${file}\n\nWhat is it?` },
    { role: 'assistant', content: 'Yes' },
    { role: 'user', content: 'And now?' },
  ])
})

test('POST /api/code/v1/messages puts a note in the place of pictures, those of tool results too', async () => {
  const { service, ask, said } = app()
  await using _ = service
  const source = { type: 'base64', media_type: 'image/png', data: 'AA' }
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Read it' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'image', source }] },
        { type: 'text', text: 'What is it?' },
      ],
    },
  ]
  expect(await ask('messages', { max_tokens: 10, messages })).toBe(200)
  expect(JSON.stringify(said())).toContain(NOTE)
  expect(JSON.stringify(said())).not.toContain('image_url')
  expect(await ask('messages/count_tokens', { messages })).toBe(200)
})

test('POST /api/code/v1/chat/completions takes text only', async () => {
  const { service, ask, local } = app()
  await using _ = service
  const content = [{ type: 'image_url', image_url: { url: PICTURE } }]
  expect(await ask('chat/completions', { messages: [{ role: 'user', content }] })).toBe(422)
  expect(local.turns).toEqual([])
})
