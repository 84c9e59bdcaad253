import { expect, test } from 'bun:test'
import type { EngineEvent } from '../../src/engines/contract/text.ts'
import { chunkEvents } from '../../src/engines/openai-http/answer.ts'
import { ChunkReader } from '../../src/engines/openai-http/openai-http.ts'
import { chunk } from '../support/upstream.ts'

test('ChunkReader gives the same events as chunks read alone, whatever came before', () => {
  const words = ['one', ' two', 'a "quoted" \\ word', 'naïve 👍\n', '"content":', '']
  const chunks = [
    ...words.map((content) => chunk({ content })),
    chunk({ content: 'with a tool', tool_calls: [{ index: 0 }] }),
    chunk({ content: 'again' }),
    chunk({ tool_calls: [{ function: { arguments: '{"content":"no text"}' } }] }),
    { choices: [{ delta: { content: 'same' } }, { delta: { content: 'same' } }] },
    { choices: [{ delta: { content: 'first' } }, { delta: { content: 'second' } }] },
    { choices: [{ delta: { content: 'sure' }, logprobs: { content: [] } }] },
    { choices: [{ delta: { content: 'a' }, finish_reason: null }] },
    { choices: [{ delta: { content: ['no', 'text'] }, finish_reason: null }] },
    { choices: [{ delta: { content: null }, finish_reason: null }] },
    { choices: [{ delta: { content: 'last' }, finish_reason: 'stop' }] },
  ].map((one) => JSON.stringify(one))
  const escaped = '{"choices":[{"delta":{"content":"\\u0061"},"finish_reason":null}]}'
  const reader = new ChunkReader()
  for (const json of [...chunks, escaped, ...chunks.toReversed(), escaped]) {
    const batch: EngineEvent[] = []
    reader.read(json, batch)
    expect(batch).toEqual(chunkEvents(json))
  }
})

test('ChunkReader refuses a broken chunk that looks like the last one around its text', () => {
  const reader = new ChunkReader()
  const json = JSON.stringify(chunk({ content: 'word' }))
  reader.read(json, [])
  for (const broken of ['"wo', 'word', '"a" "b"', ''])
    expect(() => reader.read(json.replace('"word"', broken), [])).toThrow()
})
