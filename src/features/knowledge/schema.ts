import { Type } from '@sinclair/typebox'
import { closedObject, component, oneOf } from '../../platform/schemas.ts'
import { Label, nullable, queryInteger, Time, TimeOrNull } from '../shared/fields.ts'
import { ListQuery, listSchema } from '../shared/lists.ts'
import { REASON_CODES } from './reasons.ts'
import { SOURCE_KINDS } from './table.ts'

/** Bodies below `/api/knowledge`. @limit knowledge-body MiB */
export const MAX_KNOWLEDGE_BYTES = 1024 * 1024
/** Sources that one request adds. @limit knowledge-added count */
export const MAX_ADDED = 100
/** The text of a note, in UTF-16 code units. @limit knowledge-note characters */
export const MAX_NOTE_CHARACTERS = 200_000
/** A question to collections. @limit knowledge-question characters */
export const MAX_QUESTION_CHARACTERS = 1_000
/** Passages that a search finds. @limit knowledge-results 1-to */
export const MAX_FOUND = 50
const DEFAULT_FOUND = 10

const CollectionId = Type.String({ pattern: '^kno_[\\w-]{22}$' })
const SourceId = Type.String({ pattern: '^kns_[\\w-]{22}$' })

export const CollectionParams = Type.Object({ id: CollectionId })
export const SourceParams = Type.Object({ id: CollectionId, source: SourceId })
export const PassageParams = Type.Object({
  id: CollectionId,
  number: Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'As `number` of a passage' }),
})

const Shared = Type.Boolean({ description: 'Whether every member may search and read it' })

export const NewCollectionBody = closedObject({
  name: Label,
  shared: Type.Optional(Shared),
  folder: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_096,
      description:
        'The absolute path of a folder of the machine of Hearth, whose documents the collection follows. Only for admins who have signed in',
      examples: ['/srv/papers'],
    }),
  ),
})
export const CollectionChangeBody = closedObject(
  { name: Type.Optional(Label), shared: Type.Optional(Shared) },
  { minProperties: 1 },
)

const NoteText = Type.String({ maxLength: MAX_NOTE_CHARACTERS, description: 'Markdown' })

const NewSourceBody = Type.Union(
  [
    closedObject({
      file: Type.String({
        pattern: '^[\\w-]{22}$',
        description: 'The token of a stored file of the caller’s',
      }),
    }),
    closedObject({
      page: Type.String({ minLength: 1, maxLength: 2_000, description: 'Its address' }),
    }),
    closedObject({
      transcript: Type.String({
        pattern: '^his_[\\w-]{1,60}$',
        description: 'An entry of the history',
      }),
    }),
    closedObject({ conversation: Type.String({ pattern: '^cnv_[\\w-]{1,60}$' }) }),
    closedObject({ note: closedObject({ title: Label, text: NoteText }) }),
  ],
  { $id: 'KnowledgeNewSource' },
)

export const NewSourcesBody = closedObject({
  sources: Type.Array(NewSourceBody, { minItems: 1, maxItems: MAX_ADDED }),
})
export const NoteChangeBody = closedObject(
  {
    title: Type.Optional(Label),
    text: Type.Optional(NoteText),
    version: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'As it was read: where the note is another one now, nothing is changed (409)',
      }),
    ),
  },
  { minProperties: 1 },
)

const ReasonCode = nullable(
  Type.Union(
    REASON_CODES.map((code) => Type.Literal(code)),
    { description: 'The same for programs; null where there are words only' },
  ),
)

const FollowedFolder = component('KnowledgeFolder', {
  path: Type.String(),
  error: nullable(
    Type.String({ description: 'Why it cannot be read; what was read before is still found' }),
  ),
  error_code: ReasonCode,
  files: Type.Integer({ minimum: 0, description: 'That are read' }),
  skipped_count: Type.Integer({ minimum: 0, description: 'Files and folders that are not read' }),
  skipped: Type.Array(
    Type.Object({ path: Type.String(), reason: Type.String(), reason_code: ReasonCode }),
    {
      description: 'The first of them',
    },
  ),
  looked_at: TimeOrNull,
})

export const CollectionView = component('KnowledgeCollection', {
  id: Type.String({ examples: ['kno_2b9Vn0qYw1Xz7LkTfR4cQe'] }),
  name: Type.String(),
  own: Type.Boolean({ description: 'Whether the caller may change it' }),
  owner_name: nullable(Type.String(), 'Null for an owner who has no name'),
  shared: Shared,
  members: Type.Integer({
    minimum: 0,
    description: 'Single members with whom it is shared, for its owner',
  }),
  sources: Type.Integer({ minimum: 0 }),
  passages: Type.Integer({ minimum: 0, description: 'That a search finds' }),
  passages_by_meaning: nullable(
    Type.Integer({ minimum: 0 }),
    'Of these, how many are also found by their meaning; null where no model makes embeddings',
  ),
  waiting: Type.Integer({ minimum: 0, description: 'Sources that are not read yet' }),
  failed: Type.Integer({ minimum: 0, description: 'Sources that could not be read' }),
  folder: nullable(FollowedFolder, 'That it follows, for its owner; null for none'),
  created_at: Time,
})

export const CollectionList = component('KnowledgeCollections', {
  items: Type.Array(CollectionView),
})

const Kind = Type.Union(SOURCE_KINDS.map((kind) => Type.Literal(kind)))

const SOURCE = {
  id: Type.String({ examples: ['kns_Xd2LGSy6Hg_Yx2AaQiwqvQ'] }),
  kind: Kind,
  title: Type.String(),
  state: oneOf(['waiting', 'reading', 'ready', 'failed'], {
    description: 'What was read before is found until it is read again',
  }),
  error: nullable(Type.String({ description: 'Why it could not be read' })),
  error_code: ReasonCode,
  note: nullable(Type.String({ description: 'What was left out when it was read' })),
  characters: Type.Integer({ minimum: 0 }),
  passages: Type.Integer({ minimum: 0 }),
  created_at: Time,
  read_at: TimeOrNull,
}
export const SourceItem = component('KnowledgeSource', SOURCE)
export const WholeSource = component('KnowledgeWholeSource', {
  ...SOURCE,
  text: nullable(Type.String({ description: 'Of a note' })),
  version: nullable(Type.String({ description: 'Of a note: another one after each change of it' })),
})
export const SourceList = component('KnowledgeSources', { ...listSchema(SourceItem).properties })
export const AddedSources = component('KnowledgeAddedSources', {
  items: Type.Array(SourceItem),
  there: Type.Integer({ description: 'How many were in the collection already' }),
})
export const SourceQuery = Type.Object({
  ...ListQuery.properties,
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the title' })),
})

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: MAX_QUESTION_CHARACTERS,
    description: 'A question or words',
  }),
  collection: Type.Optional(CollectionId),
  typed: Type.Optional(
    Type.Literal('true', {
      description: 'Somebody types it just now: the last word may be the beginning of one',
    }),
  ),
  limit: queryInteger('limit', { minimum: 1, maximum: MAX_FOUND, default: DEFAULT_FOUND }),
})

export const PassageView = component('KnowledgePassage', {
  number: Type.Integer({ description: 'Names the passage until its source is read again' }),
  collection: Type.Object({ id: Type.String(), name: Type.String() }),
  source: Type.Object({ id: Type.String(), kind: Kind, title: Type.String() }),
  heading: Type.String({ description: 'The headings above it, the outermost first' }),
  page: nullable(Type.Integer({ minimum: 1, description: 'Page or slide' })),
  seconds: nullable(Type.Number({ description: 'Of a recording, from its beginning' })),
  text: Type.String(),
  excerpt: Type.String({ description: 'The part of it around the words' }),
  url: Type.String({ description: 'Where it is read in the web app' }),
})
export const FoundPassages = component('KnowledgeFound', {
  items: Type.Array(PassageView, { description: 'The best first' }),
})
export const PassageInContext = component('KnowledgePassageInContext', {
  ...PassageView.properties,
  before: nullable(Type.String({ description: 'The passage before it' })),
  after: nullable(Type.String({ description: 'The passage behind it' })),
  original: nullable(
    Type.String({ description: 'Opens what it was read from, at its page or second' }),
  ),
  picture: nullable(Type.String({ description: 'The page of a PDF on which it stands' })),
})
