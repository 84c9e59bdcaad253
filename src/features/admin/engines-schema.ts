import { Type } from '@sinclair/typebox'
import { nullable, Time, TimeOrNull } from '../shared/fields.ts'

const VerdictName = Type.Union(
  [
    Type.Literal('quota'),
    Type.Literal('signed_out'),
    Type.Literal('transient'),
    Type.Literal('request'),
    Type.Literal('empty'),
    Type.Literal('timeout'),
    Type.Literal('not_installed'),
    Type.Literal('unknown'),
  ],
  { description: 'Class of the last failure' },
)
const SetBy = Type.Union([Type.Literal('engine'), Type.Literal('watcher'), Type.Literal('owner')], {
  description: 'engine: an answer; watcher: a status check; owner: a check by the owner',
})

const Family = Type.Object({
  family: Type.String({ description: 'Family of models with a quota of its own' }),
  class: VerdictName,
  evidence: Type.String({ description: 'Redacted' }),
  since: Time,
  until: TimeOrNull,
  set_by: SetBy,
})

const ACCOUNT = {
  id: Type.String(),
  state: Type.Union([Type.Literal('ok'), Type.Literal('parked'), Type.Literal('disabled')]),
  class: nullable(VerdictName),
  evidence: nullable(Type.String({ description: 'Redacted' })),
  since: TimeOrNull,
  until: TimeOrNull,
  set_by: nullable(SetBy),
  families: Type.Array(Family),
  probed_at: TimeOrNull,
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'YYYY-MM-DD, UTC' }),
      calls: Type.Integer(),
      failures: Type.Integer(),
    }),
    { description: 'Model calls of the last 7 days, the oldest day first' },
  ),
}

/** Answer of the routes that change or probe an account. */
export const EngineAccount = Type.Object(
  { engine: Type.String(), ...ACCOUNT },
  { $id: 'EngineAccount' },
)

/** Answer of `GET /admin/engines`. */
export const EngineList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        type: Type.Union(
          [Type.Literal('text'), Type.Literal('speech'), Type.Literal('transcription')],
          { description: 'What it makes. An engine of each type may have the same id' },
        ),
        kind: nullable(
          Type.String({
            description:
              'llama.cpp, Ollama, claude, embedded, command and so on; null when unknown',
          }),
        ),
        base_url: nullable(Type.String({ description: 'Address of the server, where it is one' })),
        configured: Type.Boolean({ description: 'False for a server that was found' }),
        offered: Type.Boolean({ description: 'Whether requests may use it now' }),
        seen_at: TimeOrNull,
        unreachable: nullable(
          Type.String({ description: 'Why its server did not answer the last scan; redacted' }),
        ),
        models: Type.Array(Type.String(), { description: 'Those that answer chats' }),
        model_facts: Type.Array(
          Type.Object({
            id: Type.String(),
            use: Type.Union(
              [Type.Literal('completion'), Type.Literal('embedding'), Type.Literal('rerank')],
              { description: 'What it is for: the others than `completion` answer no chats' },
            ),
            context_length: nullable(Type.Integer({ description: 'Tokens' })),
            images: nullable(Type.Boolean({ description: 'Reads images; null when unknown' })),
            tools: nullable(Type.Boolean({ description: 'Calls functions; null when unknown' })),
            fault: nullable(
              Type.String({ description: 'Why it cannot be loaded, until its file changes' }),
            ),
          }),
          { description: 'What the server says of each model, also of those for vectors' },
        ),
        max_characters: nullable(Type.Integer({ description: 'Null for other types than text' })),
        timeout_seconds: Type.Number(),
        capabilities: nullable(
          Type.Object(
            { images: Type.Boolean(), structured: Type.Boolean(), tools: Type.Boolean() },
            { description: 'Null for other types than text' },
          ),
        ),
        voices: nullable(
          Type.Integer({ description: 'Of a speech engine: how many it lists; 0 takes any name' }),
        ),
        languages: nullable(
          Type.Array(Type.String(), {
            description: 'Of a speech engine: what it can say, where that is known',
          }),
        ),
        accounts: Type.Array(Type.Object(ACCOUNT)),
      }),
    ),
    next_cursor: Type.Null(),
  },
  { $id: 'EngineList' },
)
