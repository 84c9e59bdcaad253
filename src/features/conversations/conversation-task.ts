import { type Static, Type } from '@sinclair/typebox'
import type { PreparedAttachment } from '../../core/attachments/attachment.ts'
import { requireCapability } from '../../core/caller.ts'
import type { TextGeneration } from '../../core/engines/answer.ts'
import { Answer } from '../../core/engines/collect-answer.ts'
import { type Requirements, requirementsOf } from '../../core/engines/conversation.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import type { Models } from '../../core/engines/models.ts'
import type { TextEvent } from '../../core/engines/text-event.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import { SeenAddresses } from '../../core/tools/seen-addresses.ts'
import type { Tool } from '../../core/tools/tool.ts'
import type { Tools } from '../../core/tools/tools.ts'
import type { Message } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type ChosenTools,
  chosenTools,
  KNOWLEDGE_TOOL,
  type StepEvent,
  searchFirst,
  ToolLoop,
  toolRules,
} from './chat-tools.ts'
import { planTurn, turnOf } from './conversation-turn.ts'
import type { MessageAttachmentRow } from './message-attachment-store.ts'
import type { MessagePath, MessagePaths } from './message-paths.ts'
import type { MessageStepStore } from './message-step-store.ts'

/** Links of one site that a conversation with attachments may follow. @limit chat-links count */
export const CHAT_LINKS_PER_HOST = 5
/** Addresses of earlier answers that the model gets, the newest. */
const MAX_LISTED_ADDRESSES = 50
const NO_TOOLS = 'This model calls no tools: it has answered without them.'
/** A shorter question is searched for together with the one before it, to which it may belong. */
const SHORT_QUESTION_CHARACTERS = 40
const MAX_QUESTION_CHARACTERS = 1_000
const TOO_LONG_FOR_TOOLS =
  'The conversation leaves no room for tools: the model has answered without them.'

/** The answer to a message; the conversation itself stays in the database. */
const ConversationInput = Type.Object({
  conversationId: Type.String(),
  /** The message that is answered. */
  messageId: Type.String(),
  model: Type.String(),
  /** What the model may call, and the address of the service for links in results. */
  tools: Type.Optional(
    Type.Object({
      chosen: Type.Union([Type.Literal('all'), Type.Array(Type.String())]),
      /** Ids of collections of knowledge that the answer is to be taken from. */
      knowledge: Type.Optional(Type.Array(Type.String())),
      origin: Type.String(),
    }),
  ),
})

export type WantedTools = NonNullable<Static<typeof ConversationInput>['tools']>

/** `note` says which earlier attachments the model does not get. */
export type AnswerEvent = TextEvent | StepEvent | { type: 'note'; note: string }

interface ConversationTaskOptions {
  models: Models
  textGeneration: TextGeneration
  engineLanes: EngineLanes
  paths: MessagePaths
  messageSteps: MessageStepStore
  tools: Tools
  /** UTC milliseconds. */
  now: () => number
  /** What was prepared of an attachment; undefined when its bytes are lost. */
  load: (row: MessageAttachmentRow) => Promise<Omit<PreparedAttachment, 'report'> | undefined>
}

/** Answers the messages of conversations that are kept. The answer is emitted as events. */
export function conversationTask(options: ConversationTaskOptions) {
  const { models, textGeneration, engineLanes, paths, load, tools, now } = options
  return defineTask<typeof ConversationInput, typeof Answer, AnswerEvent>({
    kind: 'conversation',
    idPrefix: 'cnr_',
    lanes: [SHARED_LANE],
    firstLane: (caller, { model }) => engineLanes.first(caller, model),
    admission: 'model',
    input: ConversationInput,
    result: Answer,
    authorize(caller) {
      requireCapability(caller, 'generate')
      models.requireEngine(caller)
    },
    durationKey: ({ model }) => model,
    async run({ conversationId, messageId, model, tools: wanted }, context) {
      const { caller } = context
      const path = paths.to(conversationId, messageId)
      if (path === undefined) throw new AppError('not_found', 'The message was deleted')
      const offered = wanted === undefined ? [] : chosenTools(tools, caller, wanted.chosen)
      const searching = offered.find(({ name }) => name === KNOWLEDGE_TOOL)
      const found =
        searching === undefined || wanted?.knowledge === undefined
          ? undefined
          : await searchFirst(
              searching,
              {
                tools,
                question: questionOf(path),
                collections: wanted.knowledge,
                origin: wanted.origin,
              },
              context,
            )
      const plan = planTurn(path, (needed) => void models.select(caller, model, needed))
      const turn = await turnOf(path, plan, load)
      const { note } = turn
      const known = found === undefined ? [] : [searching?.guidance, found].filter(Boolean)
      const messages =
        found === undefined ? turn.messages : withRules(turn.messages, known.join('\n\n'))
      const notes = [note, missingOf(wanted?.chosen, offered)].filter(Boolean)
      const emitNotes = async () => {
        if (notes.length > 0) await context.emit([{ type: 'note', note: notes.join(' ') }])
      }
      if (wanted !== undefined && offered.length > 0) {
        const seen = addressesOf(path, options, offered)
        const select = (needed: Requirements) =>
          models.select(caller, model, { ...needed, needs: { ...needed.needs, tools: true } })
        const rules = toolRules(now(), seen.listed, offered)
        const asked = withRules(turn.messages, [rules, found].filter(Boolean).join('\n\n'))
        const refusal = refusalOf(() => void select(requirementsOf(asked, {})))
        if (refusal === undefined) {
          await emitNotes()
          const answer = {
            textGeneration,
            tools,
            offered,
            messages: asked,
            addresses: seen.addresses,
            collections: wanted.knowledge,
            origin: wanted.origin,
            select,
          }
          return await new ToolLoop(answer, context).run()
        }
        notes.push(refusal.code === 'too_long' ? TOO_LONG_FOR_TOOLS : NO_TOOLS)
      }
      await emitNotes()
      const requirements = requirementsOf(messages, {})
      const candidates = models.select(caller, model, requirements)
      const asked = { messages, options: {}, stream: true }
      const { characters } = requirements
      return textGeneration.answer(
        { turn: asked, characters, candidates, surface: 'conversation' },
        context,
      )
    },
  })
}
export type ConversationTask = ReturnType<typeof conversationTask>

/** What is searched for: the last words of the person. */
function questionOf(path: MessagePath): string {
  const own = path.flatMap(({ role, content }) => (role === 'user' ? [content.trim()] : []))
  const [last = '', before = ''] = own.toReversed()
  const question = last.length < SHORT_QUESTION_CHARACTERS ? `${before} ${last}` : last
  return question.trim().slice(0, MAX_QUESTION_CHARACTERS).toWellFormed() || '?'
}

function withRules(messages: readonly Message[], rules: string): Message[] {
  return [{ role: 'system', content: rules }, ...messages]
}

/** Why no model can be chosen that calls tools and takes the conversation with their rules. */
function refusalOf(select: () => void): AppError | undefined {
  try {
    select()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/**
 * The addresses of the person's own words and of what earlier answers have found, and of no file. Links
 * are bounded where the model knows private data, or may read it.
 */
function addressesOf(
  path: MessagePath,
  { messageSteps, tools }: Pick<ConversationTaskOptions, 'messageSteps' | 'tools'>,
  offered: readonly Tool[],
): { addresses: SeenAddresses; listed: string[] } {
  const turns = path.map((message) => ({
    ...message,
    calls:
      message.role === 'user'
        ? []
        : messageSteps.ofMessage(message.id).flatMap(({ step }) => step.calls),
  }))
  const hasOwnData =
    offered.some(({ readsOwnData }) => readsOwnData) ||
    turns.some(
      ({ attachments, calls }) =>
        attachments.length > 0 || calls.some(({ tool }) => tools.readsOwnData(tool)),
    )
  const addresses = new SeenAddresses(hasOwnData ? { linksPerHost: CHAT_LINKS_PER_HOST } : {})
  const listed = new Set<string>()
  for (const { role, content, calls } of turns) {
    if (role === 'user') addresses.addFrom(content)
    for (const call of calls) for (const one of addresses.addFound(call.addresses)) listed.add(one)
  }
  return { addresses, listed: [...listed].slice(-MAX_LISTED_ADDRESSES) }
}

/** Says which tools were named and cannot be called; empty for none. */
function missingOf(chosen: ChosenTools | undefined, offered: readonly Tool[]): string {
  if (chosen === undefined || chosen === 'all') return ''
  const names = chosen.filter((name) => !offered.some((tool) => tool.name === name))
  return names.length === 0 ? '' : `Not among your tools: ${names.join(', ')}.`
}
