import type { Static } from '@sinclair/typebox'
import type { AccountRecord, EngineRecord, MediaRecord } from '../../core/accounts/account-admin.ts'
import { redact } from '../../platform/redact.ts'
import { timeOrNullView, timeView } from '../kit/time-view.ts'
import type { EngineAccount, EngineList } from './engines-schema.ts'

type EngineView = Static<typeof EngineList>['items'][number]

/** The answer of `GET /admin/engines`. */
export function engineListView(
  text: readonly EngineRecord[],
  media: readonly MediaRecord[],
): Static<typeof EngineList> {
  return { items: [...text.map(textEngineView), ...media.map(mediaEngineView)], next_cursor: null }
}

function textEngineView(record: EngineRecord): EngineView {
  const { engine, accounts, isConfigured, isOffered, seenAt, failure } = record
  return {
    id: engine.id,
    label: engine.label,
    type: 'text',
    kind: engine.kind ?? null,
    base_url: engine.baseUrl ?? null,
    configured: isConfigured,
    offered: isOffered,
    seen_at: timeOrNullView(seenAt),
    unreachable: failure === undefined ? null : redact(failure.message),
    models: [...engine.models],
    model_facts: engine.models.map((model) => modelFacts(engine, model)),
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
    ...{ id, label, type, kind, base_url: null, configured: isConfigured },
    ...{ offered: true, seen_at: null, unreachable: null },
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

function modelFacts(engine: EngineRecord['engine'], model: string) {
  const facts = engine.factsOf?.(model)
  const { capabilities } = engine
  // An engine that knows facts of its models passes everything on: without one, it is unknown.
  const known = (fact: boolean | undefined, ofEngine: boolean) =>
    fact ?? (ofEngine && engine.factsOf !== undefined ? null : ofEngine)
  return {
    id: model,
    context_length: facts?.contextLength ?? null,
    images: known(facts?.images, capabilities.images),
    tools: known(facts?.tools, capabilities.tools),
    fault: facts?.fault === undefined ? null : redact(facts.fault),
  }
}

/** The answer of the routes of one account. */
export function engineAccountView(record: AccountRecord): Static<typeof EngineAccount> {
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
