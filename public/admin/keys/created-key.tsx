import { useSignal } from '@preact/signals'
import { api } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { appLines, PRESETS, type PresetName } from '../../ui/key-presets.tsx'
import { m as ui } from '../../ui/messages/en.ts'
import { Code } from '../code.tsx'
import type { NewKey } from './key.ts'
import { m } from './messages/en.ts'
import { Abilities } from './profile-fields.tsx'
import { curlSnippet, pythonSnippet } from './snippets.ts'

/** A new key with what its user needs. */
export function CreatedKey({
  created,
  preset,
}: {
  created: NewKey
  preset: PresetName | undefined
}) {
  const { key, label, id, profile } = created
  const app = PRESETS.find(({ name }) => name === preset)?.label
  return (
    <div class="stack">
      <p class="notice" role="status">
        {m.onlyTime}{' '}
      </p>
      <section>
        <h2 class="section">{fill(m.keyOf, { label: <bdi>{label}</bdi> })} </h2>
        <Code text={key} label={m.theKey} wraps />
      </section>
      {preset !== undefined && app !== undefined && (
        <section>
          <h2 class="section">{app}</h2>
          <Code text={appLines(preset, key)} label={m.whatAppNeeds(app)} />
        </section>
      )}
      <TestKey apiKey={key} />
      <Abilities profile={profile} />
      <section>
        <h2 class="section">{m.withCurl}</h2>
        <Code text={curlSnippet(key)} label={m.curlCommand} />
      </section>
      <section>
        <h2 class="section">{m.withPython}</h2>
        <Code text={pythonSnippet(key)} label={m.pythonCode} />
      </section>
      <section>
        <h2 class="section">{m.inOthers}</h2>
        <dl class="fact-list">
          <dt>{m.baseUrl}</dt>
          <dd class="mono">{window.location.origin}/v1</dd>
          <dt>{m.model}</dt>
          <dd class="mono">auto</dd>
        </dl>
      </section>
      <div class="actions">
        <a class="button" href={`/admin/keys/${id}`}>
          {m.haveCopied}
        </a>
      </div>
    </div>
  )
}

/** Asks the service who the key belongs to, as a program with this key would. */
function TestKey({ apiKey }: { apiKey: string }) {
  const result = useSignal<{ text: string; tone: string } | undefined>(undefined)
  const test = async () => {
    result.value = { text: m.asking, tone: '' }
    result.value = await tryKey(apiKey)
  }
  const { value: shown } = result
  return (
    <div class="actions">
      <button type="button" class="button" onClick={() => void test()}>
        {m.test}
      </button>
      <span role="status" class={shown?.tone === 'bad' ? 'bad-text' : ''}>
        {shown !== undefined && <bdi>{shown.text}</bdi>}
      </span>
    </div>
  )
}

async function tryKey(key: string): Promise<{ text: string; tone: string }> {
  try {
    const { data, error } = await api.GET('/auth-check', {
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
    })
    if (data !== undefined) return { text: m.works(data.actor), tone: '' }
    return { text: m.worksNot(error?.detail ?? ui.noAnswer), tone: 'bad' }
  } catch {
    return { text: ui.sentence(ui.cannotReach), tone: 'bad' }
  }
}
