import { type Static, Type } from '@sinclair/typebox'
import {
  ATTACHMENT_LANE,
  AttachmentReport,
  AttachmentSource,
  PREPARATION_MS,
} from '../../core/attachments/attachment.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import { type Caller, requireCapability } from '../../core/caller.ts'
import type { TextGeneration } from '../../core/engines/answer.ts'
import {
  AttachmentPlace,
  hasPictures,
  withAttachments,
} from '../../core/engines/attached-messages.ts'
import { Answer } from '../../core/engines/collect-answer.ts'
import {
  type Requirements,
  requirementsOf,
  withInstructions,
} from '../../core/engines/conversation.ts'
import { type EngineLanes, SHARED_LANE } from '../../core/engines/engine-lanes.ts'
import { AUTO, type Models } from '../../core/engines/models.ts'
import type { TextEvent } from '../../core/engines/text-event.ts'
import { defineTask, type TaskContext } from '../../core/tasks/define-task.ts'
import { SeenAddresses } from '../../core/tools/seen-addresses.ts'
import type { Tool } from '../../core/tools/tool.ts'
import {
  CHAT_LINKS_PER_HOST,
  chosenTools,
  refusalOf,
  ToolLoop,
  toolRules,
} from '../../core/tools/tool-loop.ts'
import type { Tools } from '../../core/tools/tools.ts'
import { Message } from '../../engines/contract/text.ts'
import { AppError } from '../../platform/errors.ts'
import type { Assistants } from '../assistants/assistants.ts'

/** A chat request. The options are passed to the engine unchanged. */
export const ChatInput = Type.Object({
  model: Type.String(),
  messages: Type.Array(Message),
  options: Type.Record(Type.String(), Type.Unknown()),
  stream: Type.Boolean(),
  /** In usage records, of a client that speaks another dialect; by default the task's kind. */
  surface: Type.Optional(Type.String()),
  /** Tools of this service that the request names, and its address for links in their results. */
  ownTools: Type.Optional(Type.Array(Type.String())),
  origin: Type.Optional(Type.String()),
  /** Empty text parts hold their places in the messages. */
  attachments: Type.Optional(
    Type.Array(Type.Object({ source: AttachmentSource, place: AttachmentPlace })),
  ),
})
export type ChatInput = Static<typeof ChatInput>

/** An answer, with what was read of each attachment where there are any. */
export const ChatAnswer = Type.Composite([
  Answer,
  Type.Object({ attachments: Type.Optional(Type.Array(AttachmentReport)) }),
])
export type ChatAnswer = Static<typeof ChatAnswer>

/** What a model is asked, once the assistant of a request is known. */
interface Prepared extends Pick<ChatInput, 'model' | 'messages' | 'options'> {
  /** Tools of the assistant. */
  preset?: readonly string[]
}

interface ChatTaskOptions {
  /** Name in the queue and in usage records; `code` is for code assistants. */
  kind: 'chat' | 'code'
  idPrefix: string
  /** Where callers find the names of models; by default the hint of {@link Models}. */
  modelHint?: string
  /** Whether its errors name engines as subscriptions. */
  saysSubscription?: boolean
  models: Models
  textGeneration: TextGeneration
  engineLanes: EngineLanes
  preparation: AttachmentPreparation
  /** Those that can be asked for as models; without it, none. */
  assistants?: Pick<Assistants, 'byModel'>
  /** Without them, no tool of this service is called. */
  tools?: Tools
  /** UTC milliseconds. */
  now: () => number
}

/**
 * Answers conversations. A streamed answer is emitted as events and the result is empty; any other
 * answer is the result.
 */
export function chatTask({
  kind,
  idPrefix,
  saysSubscription,
  modelHint,
  models,
  textGeneration,
  engineLanes,
  preparation,
  assistants,
  tools,
  now,
}: ChatTaskOptions) {
  /** The model behind a name, with what its assistant adds to the question. */
  const prepared = (caller: Caller, input: ChatInput): Prepared => {
    const { model, messages, options } = input
    const assistant = assistants?.byModel(caller, model)
    if (assistant === undefined) return input
    const { max_tokens: longest, ...parameters } = assistant.parameters
    const isBounded = options['max_completion_tokens'] !== undefined || longest === undefined
    return {
      model: assistant.model ?? AUTO,
      messages: withInstructions(messages, assistant.instructions),
      options: { ...parameters, ...(isBounded ? {} : { max_tokens: longest }), ...options },
      preset: assistant.tools,
    }
  }
  /** Undefined where no tool of this service may be called. */
  const loopOf = (
    { messages: given, ownTools = [], attachments, origin = '' }: ChatInput,
    { caller }: Pick<TaskContext, 'caller'>,
    { model, messages, options, preset = [] }: Prepared,
  ) => {
    const functions = callerFunctions(options)
    const offered =
      tools === undefined ? [] : offeredTools(tools, caller, ownTools, preset, functions)
    if (tools === undefined || offered.length === 0) return undefined
    const select = (needed: Requirements) =>
      models.select(
        caller,
        model,
        { ...needed, needs: { ...needed.needs, tools: true } },
        modelHint,
      )
    const withRules = withInstructions(messages, toolRules(now(), [], offered))
    // The model of an assistant may call no tools: it answers without them.
    if (ownTools.length === 0 && refusalOf(() => void select(requirementsOf(withRules, options))))
      return undefined
    const hasOwnData = attachments !== undefined || offered.some((one) => one.readsOwnData)
    const addresses = new SeenAddresses(hasOwnData ? { linksPerHost: CHAT_LINKS_PER_HOST } : {})
    for (const { role, content } of given) {
      if (role !== 'user') continue
      for (const part of Array.isArray(content) ? content : [content])
        if (typeof part === 'string') addresses.addFrom(part)
        else if (part?.type === 'text') addresses.addFrom(part.text)
    }
    const refuses = refusalWithout(ownTools)
    return {
      textGeneration,
      tools,
      offered,
      messages: withRules,
      addresses,
      origin,
      refuses,
      select,
    }
  }
  return defineTask<typeof ChatInput, typeof ChatAnswer, TextEvent>({
    kind,
    idPrefix,
    lanes: [SHARED_LANE, ATTACHMENT_LANE],
    firstLane: (caller, input) =>
      input.attachments === undefined
        ? engineLanes.first(caller, prepared(caller, input).model)
        : ATTACHMENT_LANE,
    laneDeadlineMs: { [ATTACHMENT_LANE]: PREPARATION_MS },
    admission: 'model',
    input: ChatInput,
    result: ChatAnswer,
    authorize(caller) {
      requireCapability(caller, 'generate')
      models.requireEngine(caller)
    },
    check(caller, input) {
      const { model, messages, options } = prepared(caller, input)
      const { attachments, ownTools = [] } = input
      const select = () => {
        if (tools !== undefined) offeredTools(tools, caller, ownTools, [], callerFunctions(options))
        else if (ownTools.length > 0)
          throw new AppError('invalid', 'Tools of Hearth are not called here: leave them out', {
            param: 'tools',
          })
        const requirements = requirementsOf(messages, options)
        requirements.needs.tools ||= ownTools.length > 0
        requirements.needs.images ||= hasPictures(attachments?.map(({ source }) => source))
        models.select(caller, model, requirements, modelHint)
      }
      // A request for a known model waits for nothing.
      const refreshed = models.refresh(caller, model)
      return refreshed === undefined ? select() : refreshed.then(select)
    },
    durationKey: ({ model }) => model,
    async run(input, context) {
      const { stream, surface = kind, attachments = [] } = input
      const { caller } = context
      let asked = input
      let reports: AttachmentReport[] = []
      if (attachments.length > 0) {
        const sources = attachments.map(({ source }) => source)
        const attached = await preparation.prepare(sources, context)
        const places = attachments.map(({ place }) => place)
        asked = { ...input, messages: withAttachments(input.messages, places, attached) }
        reports = attached.map(({ report }) => report)
      }
      const question = prepared(caller, asked)
      const { model, messages, options } = question
      const firstEvents =
        reports.length === 0 ? [] : [{ type: 'attachments' as const, attachments: reports }]
      const reported = (answer: Answer) =>
        reports.length === 0 ? answer : { ...answer, attachments: reports }
      await models.refresh(caller, model)
      const loop = loopOf(input, context, question)
      if (loop !== undefined) {
        const { tools: _, tool_choice: choice, ...rest } = options
        const functions = callerFunctions(options)
        const request = { functions, choice, isStreamed: stream, surface, firstEvents }
        return reported(await new ToolLoop({ ...loop, options: rest, request }, context).run())
      }
      const requirements = requirementsOf(messages, options)
      const { characters } = requirements
      const candidates = models.select(caller, model, requirements, modelHint)
      const turn = { messages, options, stream }
      return reported(
        await textGeneration.answer(
          { turn, characters, candidates, surface, saysSubscription, firstEvents },
          context,
        ),
      )
    },
  })
}
export type ChatTask = ReturnType<typeof chatTask>

/** A function of the caller's, as engines take it. */
interface CallerFunction {
  name: string
  definition: object
}

/**
 * The tools of this service that a model may call for a request.
 *
 * @param named Of the request
 * @param preset Of its assistant; what the caller may not call is left out
 * @param functions Of the caller's, whose names must be others
 * @throws {AppError} `invalid` for one that is named and cannot be called
 */
function offeredTools(
  tools: Tools,
  caller: Caller,
  named: readonly string[],
  preset: readonly string[],
  functions: readonly CallerFunction[],
): Tool[] {
  if (named.length === 0 && preset.length === 0) return []
  for (const [index, name] of named.entries())
    if (tools.find(caller, name) === undefined) {
      const all = tools.listFor(caller).map((tool) => tool.name)
      throw new AppError(
        'invalid',
        `There is no tool ${JSON.stringify(name)} for you. There are: ${all.join(', ') || 'none'}`,
        { param: `tools[${index}].name` },
      )
    }
  const taken = new Set(functions.map(({ name }) => name))
  const doubled = named.find((name) => taken.has(name))
  if (doubled !== undefined)
    throw new AppError('invalid', `Rename your function ${doubled}: a tool has its name`, {
      param: 'tools',
    })
  return chosenTools(tools, caller, [...named, ...preset]).filter(({ name }) => !taken.has(name))
}

/** Nobody can be asked in the middle of a request: what would ask first must have been named. */
function refusalWithout(named: readonly string[]) {
  return ({ name, effects }: Tool): string | undefined =>
    effects === 'reads' || named.includes(name)
      ? undefined
      : 'Not called: it changes or costs something, and the user cannot be asked here. Go on without it'
}

/** The functions of a request; what has no name is passed over. */
function callerFunctions({ tools }: Readonly<Record<string, unknown>>): CallerFunction[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((definition: unknown) => {
    const called: unknown = Reflect.get(Object(definition), 'function')
    const name: unknown = Reflect.get(Object(called), 'name')
    return typeof name === 'string' ? [{ name, definition: Object(definition) }] : []
  })
}
