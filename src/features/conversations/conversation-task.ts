import { type Static, Type } from '@sinclair/typebox'
import type { PreparedAttachment } from '../../core/attachments/attachment.ts'
import { type Caller, requireCapability } from '../../core/caller.ts'
import type { TextGeneration } from '../../core/engines/answer.ts'
import { Answer } from '../../core/engines/collect-answer.ts'
import {
  type Requirements,
  requirementsOf,
  withInstructions,
} from '../../core/engines/conversation.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import type { Models } from '../../core/engines/models.ts'
import type { TextEvent } from '../../core/engines/text-event.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import { SeenAddresses } from '../../core/tools/seen-addresses.ts'
import type { StepEvent } from '../../core/tools/step.ts'
import type { Tool } from '../../core/tools/tool.ts'
import {
  CHAT_LINKS_PER_HOST,
  type ChosenTools,
  type ConfirmsCalls,
  chosenTools,
  refusalOf,
  ToolLoop,
  toolRules,
} from '../../core/tools/tool-loop.ts'
import type { Tools } from '../../core/tools/tools.ts'
import { AppError } from '../../platform/errors.ts'
import type { ChatSettings } from '../assistants/chat-settings.ts'
import { askKnowledge, KNOWLEDGE_TOOL } from './ask-knowledge.ts'
import type { Confirmations } from './confirmations.ts'
import { instructed, planTurn, turnOf } from './conversation-turn.ts'
import type { MessageAttachmentRow } from './message-attachment-store.ts'
import type { MessagePath, MessagePaths } from './message-paths.ts'
import type { MessageStepStore } from './message-step-store.ts'

/** Addresses of earlier answers that the model gets, the newest. */
const MAX_LISTED_ADDRESSES = 50
const GONE = 'The assistant of this conversation was deleted: answered without it.'
const NO_TOOLS = 'This model calls no tools: it has answered without them.'
const TOO_LONG_FOR_TOOLS =
  'The conversation leaves no room for tools: the model has answered without them.'

/** The answer to a message; the conversation itself stays in the database. */
const ConversationInput = Type.Object({
  conversationId: Type.String(),
  /** The message that is answered. */
  messageId: Type.String(),
  /** The message with the answer. */
  replyId: Type.String(),
  model: Type.String(),
  /** What the model may call, and the address of the service for links in results. */
  tools: Type.Optional(
    Type.Object({
      /** Absent for those of the assistant. */
      chosen: Type.Optional(Type.Union([Type.Literal('all'), Type.Array(Type.String())])),
      /** Whether the person is asked before a call that changes or costs something. */
      confirm: Type.Boolean(),
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
  confirmations: Confirmations
  settingsOf: (caller: Caller, conversationId: string) => ChatSettings
  /** Of the conversation: tools that are called without a question. */
  allowedTools: (conversationId: string) => readonly string[]
  /** UTC milliseconds. */
  now: () => number
  /** What was prepared of an attachment; undefined when its bytes are lost. */
  load: (row: MessageAttachmentRow) => Promise<Omit<PreparedAttachment, 'report'> | undefined>
}

/** Answers the messages of conversations that are kept. The answer is emitted as events. */
export function conversationTask(options: ConversationTaskOptions) {
  const { models, textGeneration, engineLanes, paths, load, tools, confirmations, now } = options
  const { settingsOf } = options
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
    async run({ conversationId, messageId, replyId, model, tools: requested }, context) {
      const { caller } = context
      if (requested !== undefined) await tools.ready()
      const path = paths.to(conversationId, messageId)
      if (path === undefined) throw new AppError('not_found', 'The message was deleted')
      const { instructions, parameters, ...assistant } = settingsOf(caller, conversationId)
      const chosen = requested?.chosen ?? assistant.tools
      const offered = requested === undefined ? [] : chosenTools(tools, caller, chosen)
      const tool = offered.find(({ name }) => name === KNOWLEDGE_TOOL)
      const { knowledge: collections, origin = '' } = requested ?? {}
      const found =
        tool === undefined || collections === undefined
          ? ''
          : await askKnowledge({ tools, tool, path, collections, origin }, context)
      const turns = instructed(path, instructions)
      const plan = planTurn(turns, (needed) => void models.select(caller, model, needed))
      const { messages, note } = await turnOf(turns, plan, load)
      const missing = missingOf(requested?.chosen, offered)
      const notes = [assistant.isGone ? GONE : '', note, missing].filter(Boolean)
      const emitNotes = async () => {
        if (notes.length > 0) await context.emit([{ type: 'note', note: notes.join(' ') }])
      }
      if (requested !== undefined && offered.length > 0) {
        const seen = addressesOf(path, options, offered)
        const select = (needed: Requirements) =>
          models.select(caller, model, { ...needed, needs: { ...needed.needs, tools: true } })
        const withRules = withInstructions(
          messages,
          [toolRules(now(), seen.listed, offered), found].filter(Boolean).join('\n\n'),
        )
        const refusal = refusalOf(() => void select(requirementsOf(withRules, {})))
        if (refusal === undefined) {
          await emitNotes()
          const { owner } = caller
          const confirms: ConfirmsCalls = {
            isAllowed: (tool) => options.allowedTools(conversationId).includes(tool),
            hasRoom: () => confirmations.hasRoom(owner),
            decide: (callId, shown) =>
              confirmations.decide({ replyId, callId, owner }, context.signal, shown),
          }
          const answer = {
            textGeneration,
            tools,
            offered,
            messages: withRules,
            options: { ...parameters },
            addresses: seen.addresses,
            collections,
            origin,
            onStep: (event: StepEvent) => context.emit([event]),
            confirms: requested.confirm ? confirms : undefined,
            select,
          }
          return await new ToolLoop(answer, context).run()
        }
        notes.push(refusal.code === 'too_long' ? TOO_LONG_FOR_TOOLS : NO_TOOLS)
      }
      await emitNotes()
      const known = [found === '' ? '' : tool?.guidance, found].filter(Boolean).join('\n\n')
      const informed = known === '' ? messages : withInstructions(messages, known)
      const requirements = requirementsOf(informed, {})
      const candidates = models.select(caller, model, requirements)
      const turn = { messages: informed, options: { ...parameters }, stream: true }
      const { characters } = requirements
      return textGeneration.answer(
        { turn, characters, candidates, surface: 'conversation' },
        context,
      )
    },
  })
}
export type ConversationTask = ReturnType<typeof conversationTask>

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
