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
import { AppError } from '../../platform/errors.ts'
import {
  type ChosenTools,
  chosenTools,
  type StepEvent,
  ToolAnswer,
  toolRules,
} from './chat-tools.ts'
import { planTurn, turnOf } from './conversation-turn.ts'
import type { MessageAttachmentRow } from './message-attachment-store.ts'
import type { MessagePath, MessagePaths } from './message-paths.ts'
import type { MessageStepStore } from './message-step-store.ts'

/** Links of one site that a conversation with attachments may follow. @limit chat-links count */
export const CHAT_LINKS_PER_HOST = 5
/** Addresses of earlier answers that a model is told. */
const MAX_TOLD_ADDRESSES = 50
const NO_TOOLS = 'This model calls no tools: it has answered without them.'

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
      const plan = planTurn(path, (needed) => void models.select(caller, model, needed))
      const { messages, note } = await turnOf(path, plan, load)
      if (note !== null) await context.emit([{ type: 'note', note }])
      const offered = wanted === undefined ? [] : chosenTools(tools, caller, wanted.chosen)
      const missing = missingOf(wanted?.chosen, offered)
      if (missing !== '') await context.emit([{ type: 'note', note: joined(note, missing) }])
      if (wanted !== undefined && offered.length > 0) {
        const seen = addressesOf(path, options.messageSteps)
        const select = (needed: Requirements) =>
          models.select(caller, model, { ...needed, needs: { ...needed.needs, tools: true } })
        const asked = [toolRules(now(), seen.told), ...messages]
        if (isAble(() => void select(requirementsOf(asked, {})))) {
          const answer = {
            textGeneration,
            tools,
            offered,
            messages: asked,
            addresses: seen.addresses,
            origin: wanted.origin,
            select,
          }
          return await new ToolAnswer(answer, context).run()
        }
        await context.emit([{ type: 'note', note: joined(note, missing, NO_TOOLS) }])
      }
      const requirements = requirementsOf(messages, {})
      const candidates = models.select(caller, model, requirements)
      const turn = { messages, options: {}, stream: true }
      const { characters } = requirements
      return textGeneration.answer(
        { turn, characters, candidates, surface: 'conversation' },
        context,
      )
    },
  })
}
export type ConversationTask = ReturnType<typeof conversationTask>

/** Whether a model can be chosen that calls tools and takes the conversation with their rules. */
function isAble(select: () => void): boolean {
  try {
    select()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The addresses of the person's own words and of what earlier answers have found, and of no file. */
function addressesOf(
  path: MessagePath,
  steps: MessageStepStore,
): { addresses: SeenAddresses; told: string[] } {
  const hasFiles = path.some(({ attachments }) => attachments.length > 0)
  const addresses = new SeenAddresses(hasFiles ? { linksPerHost: CHAT_LINKS_PER_HOST } : {})
  const told = new Set<string>()
  for (const { id, role, content } of path) {
    if (role === 'user') addresses.addFrom(content)
    else
      for (const call of steps.ofMessage(id).flatMap(({ step }) => step.calls))
        for (const one of addresses.addFound(call.addresses)) told.add(one)
  }
  return { addresses, told: [...told].slice(0, MAX_TOLD_ADDRESSES) }
}

/** Says which tools were named and cannot be called; empty for none. */
function missingOf(chosen: ChosenTools | undefined, offered: readonly Tool[]): string {
  if (chosen === undefined || chosen === 'all') return ''
  const names = chosen.filter((name) => !offered.some((tool) => tool.name === name))
  return names.length === 0 ? '' : `Not among your tools: ${names.join(', ')}.`
}

function joined(...notes: readonly (string | null)[]): string {
  return notes.filter(Boolean).join(' ')
}
