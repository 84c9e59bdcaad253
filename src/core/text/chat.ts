import { type Static, Type } from '@sinclair/typebox'
import { Message } from '../../engines/contract/text.ts'
import { matches } from '../../platform/check.ts'
import type { Caller } from '../caller.ts'
import type { Queue } from '../tasks/memory-queue.ts'
import type { Run } from '../tasks/run.ts'
import type { Handler, Task } from '../tasks/task.ts'
import type { Answerer } from './answer.ts'
import type { Answer } from './collect.ts'
import { type Requirements, requirementsOf } from './conversation.ts'
import type { Models } from './models.ts'

export const CHAT_KIND = 'chat'
/** The same for code assistants, under their own name in the line and in usage records. */
export const CODE_KIND = 'code'
export type ChatKind = typeof CHAT_KIND | typeof CODE_KIND

const NO_ENGINE_DETAILS: Readonly<Record<ChatKind, string | undefined>> = {
  chat: undefined,
  code: 'No subscription could answer: try again later',
}

/** Each surface has its own list, and its credentials open no other. */
const LISTED_AT: Readonly<Record<ChatKind, string>> = {
  chat: '/v1/models',
  code: '/api/code/v1/models',
}

/** A chat request as a task: which model, the conversation, and what is passed on untouched. */
export const ChatInput = Type.Object({
  model: Type.String(),
  messages: Type.Array(Message),
  options: Type.Record(Type.String(), Type.Unknown()),
  stream: Type.Boolean(),
})
export type ChatInput = Static<typeof ChatInput>

interface Checked {
  input: ChatInput
  requirements: Requirements
}

/** Of requests that have waited in this process: a long conversation is walked through once. */
const checked = new WeakMap<object, Checked>()

/** Answers chat tasks; read the result of one with {@link chatAnswer}. */
export function chatHandler(kind: ChatKind, models: Models, answerer: Answerer): Handler {
  const noEngineDetail = NO_ENGINE_DETAILS[kind]
  return async (task, context) => {
    const { caller } = task
    const { input, requirements } = checked.get(Object(task.input)) ?? checkedInput(task)
    const { model, messages, options, stream } = input
    const candidates = models.select(caller, model, requirements, LISTED_AT[kind])
    const turn = { messages, options, stream }
    const { characters } = requirements
    const question = { turn, characters, candidates, caller, surface: kind, noEngineDetail }
    return new ChatResult(await answerer.answer(question, context))
  }
}

/**
 * Refuses what can be refused before it waits.
 *
 * @throws {AppError} `capability_denied`, `model_not_found`, `invalid`, `too_long`
 */
export function checkChat(kind: ChatKind, models: Models, caller: Caller, input: ChatInput): void {
  const requirements = requirementsOf(input.messages, input.options)
  models.select(caller, input.model, requirements, LISTED_AT[kind])
  checked.set(input, { input, requirements })
}

/** Puts a chat request that was checked in line. */
export function submitChat(kind: ChatKind, queue: Queue, caller: Caller, input: ChatInput): Run {
  return queue.submit({ kind, caller, input }, { watched: input.stream })
}

/** Reads the result of a chat task that was not streamed. */
export function chatAnswer(result: unknown): Answer {
  if (result instanceof ChatResult) return result.answer
  throw new Error('A chat task ended without an answer')
}

class ChatResult {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

function checkedInput({ input }: Task): Checked {
  if (!matches(ChatInput, input)) throw new Error('A chat task does not hold a chat request')
  return { input, requirements: requirementsOf(input.messages, input.options) }
}
