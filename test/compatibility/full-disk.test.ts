import { expect, test } from 'bun:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, type LanguageModel, streamText } from 'ai'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import {
  aiModel,
  anthropicClient,
  failureOf,
  langchainModel,
  openaiClient,
} from '../support/clients.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'

const MESSAGES = [{ role: 'user' as const, content: 'Say hello' }]
const ASK = { model: 'auto', messages: MESSAGES }
const ASK_CLAUDE = { ...ASK, max_tokens: 100 }
const FULL = 'There is no room left on the disk'

/** An engine in a service whose database has no room for the record of an answer. */
function fullService(script: ReturnType<typeof saying>) {
  const engine = fakeEngine('local', script)
  const service = startService({
    ...{ speechEngines: [], engines: [engine] },
    limits: { headersGraceMs: 60_000 },
  })
  const { sqlite } = service.services.db
  sqlite.run('CREATE TABLE filling (bytes BLOB)')
  sqlite.run(
    'CREATE TRIGGER fill BEFORE INSERT ON model_calls BEGIN INSERT INTO filling VALUES (zeroblob(1000000)); END',
  )
  // As small as the database is already.
  sqlite.run('PRAGMA max_page_count = 1')
  return { engine, service, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

/** Rejects with what the client raises. */
type Ask = () => Promise<unknown>

function streamsOf(service: TestService): Record<string, Ask> {
  const openai = openaiClient(service)
  const options = { baseURL: `${service.url}/v1`, apiKey: PRIMARY_KEY }
  return {
    'openai, chat': async () =>
      Array.fromAsync(await openai.chat.completions.create({ ...ASK, stream: true })),
    'openai, responses': async () => {
      // It gives the response that has failed, and raises nothing.
      const asked = openai.responses.stream({ model: 'auto', input: 'Say hello' })
      throw new Error((await asked.finalResponse()).error?.message)
    },
    anthropic: () => anthropicClient(service).messages.stream(ASK_CLAUDE).finalMessage(),
    langchain: async () => Array.fromAsync(await langchainModel(service).stream('Say hello')),
    'ai, openai': () => streamed(createOpenAI(options)('auto')),
    'ai, openai chat': () => streamed(createOpenAI(options).chat('auto')),
    'ai, anthropic': () => streamed(createAnthropic(options)('auto')),
    'ai, openai-compatible': () => streamed(aiModel(service)),
  }
}

function wholeAnswersOf(service: TestService): Record<string, Ask> {
  const openai = openaiClient(service)
  const asked = { model: aiModel(service), prompt: 'Say hello', maxRetries: 0 }
  return {
    'openai, chat': () => openai.chat.completions.create(ASK),
    'openai, responses': () => openai.responses.create({ model: 'auto', input: 'Say hello' }),
    anthropic: () => anthropicClient(service).messages.create(ASK_CLAUDE),
    langchain: () => langchainModel(service, { retries: 0 }).invoke('Say hello'),
    ai: () => generateText(asked),
  }
}

test.each([
  ['whose answer has begun', saying('Hello')],
  ['that has said nothing', failing(new EngineFailure('transient', 'It broke'))],
])(
  'a full disk behind the work of a model %s costs no client a second answer',
  async (_, script) => {
    await using full = fullService(script)
    const { engine, service } = full
    for (const [form, asks] of [
      ['streamed', streamsOf(service)],
      ['whole', wholeAnswersOf(service)],
    ] as const)
      for (const [name, ask] of Object.entries(asks)) {
        const before = engine.turns.length
        const failure = await failureOf(ask())
        const isTold = String(failure).includes(FULL)
        const turns = engine.turns.length - before
        expect({ form, name, isTold, turns }).toEqual({ form, name, isTold: true, turns: 1 })
      }
  },
)

/** Reads a stream with as many retries as the AI SDK has by itself. */
async function streamed(model: LanguageModel): Promise<void> {
  let failure: unknown
  const onError = ({ error }: { error: unknown }) => {
    failure = error
  }
  await streamText({ model, prompt: 'Say hello', maxOutputTokens: 100, onError }).consumeStream()
  if (failure !== undefined) throw failure
}
