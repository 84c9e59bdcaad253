import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type {
  AccountAdmin,
  AccountRecord,
  EngineRecord,
  MediaRecord,
} from '../../core/engines/account-admin.ts'
import type { VectorModel } from '../../engines/contract/vectors.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { redact } from '../../platform/redact.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, Time, TimeOrNull, timeOrNullView, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'

const VerdictName = oneOf(
  ['quota', 'signed_out', 'transient', 'request', 'empty', 'timeout', 'not_installed', 'unknown'],
  { description: 'Class of the last failure' },
)
const SetBy = oneOf(['engine', 'watcher', 'owner'], {
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

const ENGINE_ACCOUNT = {
  id: Type.String(),
  state: oneOf(['ok', 'parked', 'disabled']),
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
export const EngineAccount = component('EngineAccount', {
  engine: Type.String(),
  ...ENGINE_ACCOUNT,
})

/** Answer of `GET /admin/engines`. */
export const EngineList = component('EngineList', {
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      type: oneOf(['text', 'speech', 'transcription'], {
        description: 'What it makes. An engine of each type may have the same id',
      }),
      kind: nullable(
        Type.String({
          description: 'llama.cpp, Ollama, claude, embedded, command and so on; null when unknown',
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
          use: oneOf(['completion', 'embedding', 'rerank'], {
            description: 'What it is for: the others than `completion` answer no chats',
          }),
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
      accounts: Type.Array(Type.Object(ENGINE_ACCOUNT)),
    }),
  ),
  next_cursor: Type.Null(),
})

const ACCOUNT = '/engines/:engine/accounts/:account'
const ACCOUNT_ANSWER = {
  200: { description: 'The account after it', schema: EngineAccount },
}

/** `/admin/engines`: the state of the accounts, and the owner's changes of it. */
export function adminEngineRoutes(
  guardPlugin: ReturnType<typeof guards>,
  accountAdmin: AccountAdmin,
) {
  return new Elysia({ name: 'features/admin/engines', prefix: '/admin', tags: ['Admin'] })
    .use(guardPlugin)
    .get(
      '/engines',
      () =>
        accountAdmin
          .scanServers()
          .then(() => engineListView(accountAdmin.list(), accountAdmin.media())),
      route({
        requireAdmin: true,
        summary: 'Engines and their accounts',
        description:
          'Those for text, then those that speak and those that transcribe, each in order of preference, found servers included: what each server says of its models, when it last did so, and why it does not now. Each account has its state (ok, parked or disabled), the class and the redacted evidence of its last trouble, and its calls and failures of the last 7 days.',
        responses: { 200: { description: 'The engines', schema: EngineList } },
      }),
    )
    .post(
      `${ACCOUNT}/probe`,
      async ({ params }) =>
        engineAccountView(await accountAdmin.probe(params.engine, params.account)),
      route({
        requireAdmin: true,
        summary: 'Probe an account now',
        description:
          'By the tool’s status check where it has one, which uses no quota; else by a minimal question to a model.',
        responses: ACCOUNT_ANSWER,
        errors: [409],
      }),
    )
    .post(
      `${ACCOUNT}/clear`,
      ({ context, params }) =>
        engineAccountView(accountAdmin.clear(params.engine, params.account, auditActorOf(context))),
      route({
        requireAdmin: true,
        summary: 'Use a parked account again',
        description: 'Forgets why it was parked; the next failure parks it again.',
        responses: ACCOUNT_ANSWER,
      }),
    )
    .post(
      `${ACCOUNT}/disable`,
      ({ context, params }) =>
        engineAccountView(
          accountAdmin.disable(params.engine, params.account, auditActorOf(context)),
        ),
      route({
        requireAdmin: true,
        summary: 'Take an account out of use',
        description: 'Until it is enabled again, also over restarts.',
        responses: ACCOUNT_ANSWER,
      }),
    )
    .post(
      `${ACCOUNT}/enable`,
      ({ context, params }) =>
        engineAccountView(
          accountAdmin.enable(params.engine, params.account, auditActorOf(context)),
        ),
      route({
        requireAdmin: true,
        summary: 'Use a disabled account again',
        responses: ACCOUNT_ANSWER,
      }),
    )
}

type EngineView = Static<typeof EngineList>['items'][number]

/** The answer of `GET /admin/engines`. */
function engineListView(
  text: readonly EngineRecord[],
  media: readonly MediaRecord[],
): Static<typeof EngineList> {
  return { items: [...text.map(textEngineView), ...media.map(mediaEngineView)], next_cursor: null }
}

function textEngineView(record: EngineRecord): EngineView {
  const { engine, accounts, isConfigured, isOffered, isPresent, seenAt, failure } = record
  const vectorModels = engine.vectors?.vectorModels ?? []
  return {
    id: engine.id,
    label: engine.label,
    type: 'text',
    kind: engine.kind ?? null,
    base_url: engine.baseUrl ?? null,
    configured: isConfigured,
    offered: isOffered || (isPresent && vectorModels.length > 0),
    seen_at: timeOrNullView(seenAt),
    unreachable: failure === undefined ? null : redact(failure.message),
    models: [...engine.models],
    model_facts: [
      ...engine.models.map((model) => modelFacts(engine, model)),
      ...vectorModels.map(vectorModelFacts),
    ],
    max_characters: engine.maxCharacters,
    timeout_seconds: engine.timeoutMs / 1000,
    capabilities: engine.capabilities,
    voices: null,
    languages: null,
    accounts: accounts.map(accountFields),
  }
}

/** Of a server that does not answer, its account has the reason. */
function mediaEngineView({ engine, isConfigured, accounts }: MediaRecord): EngineView {
  const { id, label, type, kind, models, timeoutMs } = engine
  const speech = type === 'speech' ? engine : undefined
  return {
    id,
    label,
    type,
    kind,
    base_url: null,
    configured: isConfigured,
    offered: true,
    seen_at: null,
    unreachable: null,
    models: [...models],
    model_facts: [],
    max_characters: null,
    timeout_seconds: timeoutMs / 1000,
    capabilities: null,
    voices: speech?.voices.length ?? null,
    languages: speech?.languages === undefined ? null : [...speech.languages],
    accounts: accounts.map(accountFields),
  }
}

function vectorModelFacts({ name, use, contextLength, fault }: VectorModel) {
  return {
    id: name,
    use,
    context_length: contextLength ?? null,
    images: false,
    tools: false,
    fault: fault === undefined ? null : redact(fault),
  }
}

function modelFacts(engine: EngineRecord['engine'], model: string) {
  const facts = engine.factsOf?.(model)
  const { capabilities } = engine
  // An engine that knows facts of its models passes everything on: without one, it is unknown.
  const known = (fact: boolean | undefined, ofEngine: boolean) =>
    fact ?? (ofEngine && engine.factsOf !== undefined ? null : ofEngine)
  return {
    id: model,
    use: 'completion' as const,
    context_length: facts?.contextLength ?? null,
    images: known(facts?.images, capabilities.images),
    tools: known(facts?.tools, capabilities.tools),
    fault: facts?.fault === undefined ? null : redact(facts.fault),
  }
}

/** The answer of the routes of one account. */
function engineAccountView(record: AccountRecord): Static<typeof EngineAccount> {
  return { engine: record.engine, ...accountFields(record) }
}

/** Of a disabled account, `since` is when it was disabled; the evidence is of its last failure. */
function accountFields({
  id,
  state,
  disabledSince,
  verdict,
  families,
  probedAt,
  days,
}: AccountRecord) {
  const isDisabled = disabledSince !== undefined
  return {
    id,
    state,
    class: verdict?.verdict ?? null,
    evidence: verdict?.evidence ?? null,
    since: timeOrNullView(disabledSince ?? verdict?.since),
    until: isDisabled ? null : timeOrNullView(verdict?.until),
    set_by: isDisabled ? ('owner' as const) : (verdict?.setBy ?? null),
    families: families.map(({ family, verdict: name, evidence, since, until, setBy }) => ({
      family,
      class: name,
      evidence,
      since: timeView(since),
      until: timeOrNullView(until),
      set_by: setBy,
    })),
    probed_at: timeOrNullView(probedAt),
    days,
  }
}
