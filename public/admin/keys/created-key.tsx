import { useSignal } from '@preact/signals'
import { api } from '../../ui/api.ts'
import { appLines, type PresetName } from '../../ui/key-presets.tsx'
import { Code } from '../code.tsx'
import type { NewKey } from './key.ts'
import { Abilities } from './profile-fields.tsx'

/** A new key with what its user needs. */
export function CreatedKey({
  created,
  preset,
}: {
  created: NewKey
  preset: PresetName | undefined
}) {
  const { key, label, id, profile } = created
  return (
    <div class="stack">
      <p class="notice" role="status">
        This is the only time the key is shown. Hearth keeps no copy: a lost key is replaced by a
        new one.
      </p>
      <section>
        <h2 class="section">
          The key of <bdi>{label}</bdi>
        </h2>
        <Code text={key} label="the key" wraps />
      </section>
      {preset !== undefined && (
        <section>
          <h2 class="section">{preset}</h2>
          <Code text={appLines(preset, key)} label={`what ${preset} needs`} />
        </section>
      )}
      <TestKey apiKey={key} />
      <Abilities profile={profile} />
      <section>
        <h2 class="section">With curl</h2>
        <Code text={curlSnippet(key)} label="the curl command" />
      </section>
      <section>
        <h2 class="section">With the openai package for Python</h2>
        <Code text={pythonSnippet(key)} label="the Python code" />
      </section>
      <section>
        <h2 class="section">In any other app for OpenAI’s API</h2>
        <dl class="fact-list">
          <dt>Base URL</dt>
          <dd class="mono">{window.location.origin}/v1</dd>
          <dt>Model</dt>
          <dd class="mono">auto</dd>
        </dl>
      </section>
      <div class="actions">
        <a class="button" href={`/admin/keys/${id}`}>
          I have copied it
        </a>
      </div>
    </div>
  )
}

/** Asks the service who the key belongs to, as a program with this key would. */
function TestKey({ apiKey }: { apiKey: string }) {
  const result = useSignal<{ text: string; tone: string } | undefined>(undefined)
  const test = async () => {
    result.value = { text: 'Asking …', tone: '' }
    result.value = await tryKey(apiKey)
  }
  const { value: shown } = result
  return (
    <div class="actions">
      <button type="button" class="button" onClick={() => void test()}>
        Test it
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
    if (data !== undefined)
      return { text: `It works: the service knows it as ${data.actor}.`, tone: '' }
    return {
      text: `It does not work. ${error?.detail ?? 'The service gave no reason'}.`,
      tone: 'bad',
    }
  } catch {
    return { text: 'The service cannot be reached.', tone: 'bad' }
  }
}

function curlSnippet(key: string): string {
  return `curl ${window.location.origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "auto", "messages": [{"role": "user", "content": "Hello"}]}'`
}

function pythonSnippet(key: string): string {
  return `from openai import OpenAI

client = OpenAI(base_url="${window.location.origin}/v1", api_key="${key}")
answer = client.chat.completions.create(
    model="auto",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`
}
