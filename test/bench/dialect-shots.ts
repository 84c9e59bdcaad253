import { ANSWERS, type AnswerName } from './answers.ts'
import type { Child } from './child.ts'
import type { StreamShot } from './stream-client.ts'

const MODEL = 'test-model'
const SYSTEM = 'You are the voice of the house. Answer in one short sentence.'
const QUESTION = 'Where did we put the kettle after the painters moved everything last week?'

interface DialectShape {
  path: string
  body: object
  /** Frames of a streamed answer that have no word of it. */
  frames: number
  /** What each frame has once, where that is not `data: `. */
  mark?: string
}

/** The dialects, each with the question of every measure; chat completions is what they stand beside. */
const DIALECTS = {
  chat: {
    path: '/v1/chat/completions',
    body: {
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: QUESTION },
      ],
    },
    frames: 3,
  },
  responses: {
    path: '/v1/responses',
    body: { instructions: SYSTEM, input: QUESTION, store: false },
    frames: 9,
  },
  kept: {
    path: '/v1/responses',
    body: { instructions: SYSTEM, input: QUESTION },
    frames: 9,
  },
  messages: {
    path: '/v1/messages',
    body: {
      max_tokens: 32_000,
      system: SYSTEM,
      messages: [{ role: 'user', content: QUESTION }],
    },
    frames: 5,
  },
  ollama: {
    path: '/api/chat',
    body: {
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: QUESTION },
      ],
    },
    frames: 2,
    mark: '{"model":',
  },
  completions: {
    path: '/v1/completions',
    body: { prompt: QUESTION },
    frames: 3,
  },
} as const satisfies Readonly<Record<string, DialectShape>>
export type DialectName = keyof typeof DIALECTS

/** Those that are compared with chat completions. */
export const COMPARED = ['responses', 'kept', 'messages', 'ollama', 'completions'] as const

/** How a dialect asks for an answer, whole or streamed. */
export function dialectShot(
  { url, keys }: Child,
  dialect: DialectName,
  answer: AnswerName,
  stream = true,
): StreamShot {
  const { path, body, frames, mark }: DialectShape = DIALECTS[dialect]
  return {
    url: url + path,
    key: keys[0],
    body: JSON.stringify({ model: `${answer}/${MODEL}`, ...body, stream }),
    frames: ANSWERS[answer].chunks - 2 + frames,
    mark,
  }
}
