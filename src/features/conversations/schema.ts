import { Type } from '@sinclair/typebox'
import { MAX_ATTACHMENTS } from '../../core/attachments/attachment.ts'
import { MAX_MODEL_NAME_CHARACTERS } from '../../core/engines/model-aliases.ts'
import { MAX_TOOL_NAME_CHARACTERS } from '../../core/tools/tool.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, queryInteger, Time, TimeOrNull } from '../shared/fields.ts'
import { ATTACHMENT_FORMS } from '../shared/job-body.ts'
import { ListQuery, listSchema } from '../shared/lists.ts'
import { MAX_PAGE_MESSAGES } from './conversation-reader.ts'

/** Bodies about conversations, a message included. @limit conversation-body MiB */
export const MAX_CONVERSATION_BYTES = 1024 * 1024
/** A title that the owner chooses, in characters. @limit conversation-title characters */
export const MAX_TITLE_CHARACTERS = 200

/** For the API description. */
export const KEY_HEADER = {
  'Idempotency-Key': Type.String({
    minLength: 1,
    maxLength: 128,
    description:
      'Your own name for this request: when its answer was lost, the same request with the same key makes nothing twice and answers with what is there',
    examples: ['question-1'],
  }),
}

/** In an answer with messages. */
export const NextCursor = nullable(
  Type.String({
    description: 'Asks for the messages before these as `cursor`; null where these are the oldest',
  }),
)
const MODEL = { minLength: 1, maxLength: MAX_MODEL_NAME_CHARACTERS }
/** Names in one message; there are fewer tools. */
const MAX_NAMED_TOOLS = 40
const ToolName = Type.String({ minLength: 1, maxLength: MAX_TOOL_NAME_CHARACTERS })
const Title = Type.String({ minLength: 1, maxLength: MAX_TITLE_CHARACTERS })

const AssistantId = Type.String({ pattern: '^ast_[\\w-]{1,60}$' })
const FolderId = Type.String({ pattern: '^fld_[\\w-]{1,60}$' })

export const NewConversationBody = Type.Object({
  title: Type.Optional(Title),
  assistant_id: Type.Optional(
    nullable(AssistantId, 'Answers here with its instructions, model and tools'),
  ),
})
export const ConversationChangeBody = Type.Object({
  title: Type.Optional(Title),
  pinned: Type.Optional(Type.Boolean()),
  folder_id: Type.Optional(nullable(FolderId)),
  assistant_id: Type.Optional(nullable(AssistantId, 'Answers from the next message on')),
  allowed_tools: Type.Optional(
    Type.Array(ToolName, {
      maxItems: MAX_NAMED_TOOLS,
      description:
        'Tools that are called in this conversation without asking; empty to be asked each time',
    }),
  ),
})
/** A folder's name, in characters. @limit folder-name characters */
export const MAX_FOLDER_NAME_CHARACTERS = 60
const FolderName = Type.String({
  minLength: 1,
  maxLength: MAX_FOLDER_NAME_CHARACTERS,
  pattern: '\\S',
  'x-expected': `a name of at most ${MAX_FOLDER_NAME_CHARACTERS} characters`,
})
export const FolderBody = Type.Object({ name: FolderName })
export const FolderChangeBody = Type.Object({
  name: Type.Optional(FolderName),
  open: Type.Optional(Type.Boolean({ description: 'Whether the list shows what is in it' })),
})
export const FolderParams = Type.Object({ id: FolderId })
const AttachmentId = Type.String({ pattern: '^att_[\\w-]{1,60}$' })

/** As of a prompt, and what is attached to another message, as when one is edited. */
const MessageAttachmentBody = Type.Union(
  [
    ...ATTACHMENT_FORMS,
    Type.Object(
      { attachment: AttachmentId },
      { description: 'The id of an attachment of this conversation' },
    ),
  ],
  {
    'x-expected':
      'an attachment: {url}, {data, media_type, filename}, {file}, {buffer}, {path} or {attachment}',
  },
)

const ChosenTools = Type.Union(
  [Type.Literal('all'), Type.Array(ToolName, { maxItems: MAX_NAMED_TOOLS })],
  {
    description:
      'Tools that the model may call for this answer. By name, nobody is asked before a call; "all" are offered, and you are asked before a call that changes or costs something. Without it, none',
    'x-expected': '"all" or a list of names of tools',
  },
)

/** Collections that one message asks. @limit chat-collections count */
export const MAX_CHOSEN_COLLECTIONS = 10

const ChosenCollections = Type.Array(Type.String({ pattern: '^kno_[\\w-]{22}$' }), {
  minItems: 1,
  maxItems: MAX_CHOSEN_COLLECTIONS,
  description:
    'Ids of collections of knowledge that the answer is to be taken from: they are searched before the model is asked, and it may search them again',
})

export const NewMessageBody = Type.Object({
  content: Type.String({ description: 'Empty only where something is attached' }),
  attachments: Type.Optional(
    Type.Array(MessageAttachmentBody, {
      maxItems: MAX_ATTACHMENTS,
      description:
        'Pictures and documents, of at most 15 MiB each and 40 MiB together; large ones as {buffer}. The answer begins when they are read',
    }),
  ),
  model: Type.Optional(
    Type.String({
      ...MODEL,
      description: 'As in a chat request; by default that of the last answer',
    }),
  ),
  tools: Type.Optional(ChosenTools),
  knowledge: Type.Optional(ChosenCollections),
  parent_id: Type.Optional(
    nullable(
      Type.String({
        description:
          'The message that this one follows; without it, the latest one; null begins anew',
      }),
    ),
  ),
})
export const RetryBody = Type.Object({
  model: Type.Optional(Type.String(MODEL)),
  tools: Type.Optional(ChosenTools),
  knowledge: Type.Optional(ChosenCollections),
})

/** What a person can say to a call. */
const DECISIONS = ['once', 'conversation', 'refuse'] as const

export const ConfirmBody = Type.Object({
  call: Type.String({
    pattern: '^call_[\\w-]{1,60}$',
    description: '`confirm.id` of the call',
    examples: ['call_2f9Kx'],
  }),
  decision: Type.Union(
    DECISIONS.map((one) => Type.Literal(one)),
    {
      description:
        'once: make this call; conversation: make it, and later calls of this tool in this conversation without asking; refuse: do not make it',
    },
  ),
})

export const ConversationParams = Type.Object({
  id: Type.String({ pattern: '^cnv_[\\w-]{1,60}$' }),
})
export const MessageParams = Type.Object({
  id: ConversationParams.properties.id,
  message: Type.String({ pattern: '^msg_[\\w-]{1,60}$' }),
})

export const AttachmentParams = Type.Object({
  id: ConversationParams.properties.id,
  attachment: AttachmentId,
})

export const ConversationQuery = Type.Composite([
  ListQuery,
  Type.Object({
    q: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Words to find in the messages and the titles of all conversations',
      }),
    ),
    folder: Type.Optional(
      Type.String({
        pattern: '^(?:none|fld_[\\w-]{1,60})$',
        description:
          'Only conversations in this folder, or with `none` those in no folder; not with q',
      }),
    ),
  }),
])
/** The page of a conversation. */
export const MessagesQuery = Type.Object({
  limit: queryInteger('limit', {
    minimum: 1,
    maximum: MAX_PAGE_MESSAGES,
    default: MAX_PAGE_MESSAGES,
  }),
  cursor: ListQuery.properties.cursor,
})
/** The events of a conversation. */
export const EventsQuery = Type.Object({ limit: MessagesQuery.properties.limit })
export const ExportQuery = Type.Object({
  format: Type.Optional(oneOf(['markdown', 'json'])),
})

export const Conversation = component('Conversation', {
  id: Type.String(),
  title: Type.String({ description: 'Empty before the first message' }),
  pinned: Type.Boolean(),
  allowed_tools: Type.Array(Type.String(), {
    description: 'Tools that change or cost something and are called here without asking',
  }),
  assistant_id: nullable(Type.String({ description: 'It may have been deleted' })),
  folder_id: nullable(Type.String({ description: 'The folder that it is in' })),
  created_at: Time,
  updated_at: Type.String({ format: 'date-time', description: 'Time of the latest message' }),
})

export const ConversationFolder = component('ConversationFolder', {
  id: Type.String(),
  name: Type.String(),
  open: Type.Boolean({ description: 'Whether the list shows what is in it' }),
  conversations: Type.Integer({ minimum: 0, description: 'How many are in it' }),
  created_at: Time,
})
export const FolderList = Type.Object({ items: Type.Array(ConversationFolder) })

export const ConversationAttachment = component('ConversationAttachment', {
  id: Type.String(),
  name: Type.String(),
  media_type: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  kind: Type.String({
    description:
      'image, pdf, document, spreadsheet, presentation, ebook, html or text: what it was read as',
  }),
  characters: Type.Integer({ minimum: 0, description: 'Of text that the model gets' }),
  pages: nullable(Type.Integer({ minimum: 0, description: 'Pages, slides or sheets' })),
  pictures: Type.Integer({
    minimum: 0,
    description: 'Pictures that the model gets; the first can be fetched',
  }),
  note: nullable(Type.String({ description: 'What was left out when it was read' })),
})

const CitedPassage = component('CitedPassage', {
  number: Type.Integer(),
  title: Type.String({ description: 'Of what it is a passage' }),
  place: Type.String({ description: 'Page, time and headings; empty for none' }),
  excerpt: Type.String(),
  url: Type.String({ description: 'Where the web app shows it' }),
})

export const ConversationStep = component('ConversationStep', {
  position: Type.Integer({ minimum: 0, description: 'In the answer, from 0' }),
  at_offset: Type.Integer({
    minimum: 0,
    description: 'How much of the content was written before, in UTF-16 code units',
  }),
  calls: Type.Array(
    Type.Object({
      tool: Type.String(),
      label: Type.String({ description: 'One line' }),
      text: Type.String({ description: 'The beginning of what came back' }),
      seconds: Type.Number({ minimum: 0 }),
      ok: Type.Boolean(),
      passages: Type.Array(CitedPassage, {
        description: 'Of collections of knowledge; the answer cites one as [^number]',
      }),
      confirm: nullable(
        Type.Object(
          {
            id: Type.String(),
            arguments: Type.String({
              description: 'JSON; once it is decided, the beginning of it',
            }),
            decision: nullable(
              Type.Union([...DECISIONS.map((one) => Type.Literal(one)), Type.Literal('late')], {
                description: 'Null while it waits, or where the answer has ended before',
              }),
            ),
          },
          { description: 'Of a call that is made only if you allow it' },
        ),
      ),
    }),
  ),
})

export const ConversationMessage = component('ConversationMessage', {
  id: Type.String(),
  conversation_id: Type.String(),
  parent_id: nullable(Type.String({ description: 'Messages form a tree by it' })),
  role: oneOf(['user', 'assistant']),
  content: Type.String({
    description: 'Of an answer that is being written: what there is so far',
  }),
  thoughts: nullable(
    Type.String({
      description: 'Of an answer: what the model has thought before it; never sent back to one',
    }),
  ),
  thought_seconds: nullable(Type.Number({ description: 'How long it has thought' })),
  attachments: Type.Array(ConversationAttachment, { description: 'Of a message of a user' }),
  steps: Type.Array(ConversationStep, {
    description: 'Of an answer: the tools that its model has called, in their order',
  }),
  note: nullable(
    Type.String({
      description: 'Of an answer: which earlier attachments the model did not get, and why',
    }),
  ),
  status: oneOf(['waiting', 'running', 'complete', 'stopped', 'failed', 'interrupted'], {
    description: 'interrupted: the service was stopped or has crashed meanwhile',
  }),
  model: nullable(Type.String({ description: 'Of an answer: as it was asked for' })),
  answered_by: nullable(Type.String({ description: 'Of an answer: engine/model' })),
  error: nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
  position: nullable(
    Type.Integer({ minimum: 1, description: 'Of a waiting answer: its place in the queue' }),
  ),
  expected_wait_seconds: nullable(
    Type.Number({ description: 'Of a waiting answer; null where nothing is known yet' }),
  ),
  created_at: Time,
  finished_at: TimeOrNull,
})

export const WholeConversation = component('WholeConversation', {
  ...Conversation.properties,
  messages: Type.Array(ConversationMessage, {
    description: 'Of all branches, the oldest first; the newest ones where they do not fit a page',
  }),
  next_cursor: NextCursor,
  last_event_id: Type.String({
    description: 'As Last-Event-ID of the events, it makes them go on from here',
  }),
})

export const ConversationList = component('ConversationList', {
  ...listSchema(
    Type.Object({
      ...Conversation.properties,
      match: Type.Optional(
        Type.Object(
          {
            message_id: Type.String(),
            excerpt: Type.String(),
            count: Type.Integer({ minimum: 1, description: 'Messages that were found in it' }),
          },
          {
            description: 'With q: the newest message that was found, if it is not the title alone',
          },
        ),
      ),
    }),
  ).properties,
  pinned: Type.Array(Conversation, { description: 'On the first page without q and folder id' }),
  folders: Type.Array(ConversationFolder, {
    description: 'All folders, on the first page without q and folder id',
  }),
  shared_with_me: Type.Integer({
    minimum: 0,
    description: 'How many conversations others share with the account, likewise',
  }),
})

export const SentMessage = component('SentMessage', {
  message: ConversationMessage,
  answer: ConversationMessage,
})

export const ConversationExport = component('ConversationExport', {
  title: Type.String(),
  created_at: Time,
  messages: Type.Array(ConversationMessage),
})
