import { localEngine } from '../support/service.ts'

/** What the upstream can answer: the first part of its path, and the name of an engine of Hearth's. */
export const ANSWERS = {
  /** One short JSON document. */
  whole: { chunks: 0 },
  /** A short stream, for the time to its first byte. */
  first: { chunks: 20 },
  /** A long stream, each chunk written and flushed on its own. */
  separate: { chunks: 200 },
  /** A long stream in one write. */
  together: { chunks: 200 },
  /** Two megabytes, each chunk written and flushed on its own. */
  megabytes: { chunks: 20_002 },
  /** A long answer of many paragraphs, a word at a time. */
  prose: { chunks: 20_002 },
  /** A long answer of one block of code, a word at a time. */
  code: { chunks: 20_002 },
  /** Nothing, ever. */
  hanging: { chunks: 0 },
} as const
export type AnswerName = keyof typeof ANSWERS

const MODEL = 'test-model'

export function answerNamed(name: string | undefined): AnswerName | undefined {
  switch (name) {
    case 'whole':
    case 'first':
    case 'separate':
    case 'together':
    case 'megabytes':
    case 'prose':
    case 'code':
    case 'hanging':
      return name
    default:
      return undefined
  }
}

/** Frames that a client must count in such an answer: its chunks and `[DONE]`. */
export function framesOf(name: AnswerName): number {
  return ANSWERS[name].chunks + 1
}

/** One engine for each answer of the upstream. */
export function benchEngines(upstream: string) {
  return Object.keys(ANSWERS).map((id) => localEngine(`${upstream}/${id}/v1`, { id }))
}

/**
 * The request body of every measure; the same for all contestants.
 *
 * @param name Of the engine; `local` in a service that is started as users start it
 */
export function chatBody(name: AnswerName | 'local', stream = false): string {
  return JSON.stringify({
    model: `${name}/${MODEL}`,
    messages: [
      { role: 'system', content: 'You are the voice of the house. Answer in one short sentence.' },
      {
        role: 'user',
        content: 'Where did we put the kettle after the painters moved everything last week?',
      },
    ],
    ...(stream ? { stream } : {}),
  })
}

/** The path of an answer at the upstream, and so at the pass-through. */
export function pathOf(name: AnswerName): string {
  return `/${name}/v1/chat/completions`
}
