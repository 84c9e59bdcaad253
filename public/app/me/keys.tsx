import { useSignal } from '@preact/signals'
import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { boot, PRIMARY_USER_ID } from '../../ui/boot.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Form, TextField } from '../../ui/form.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { appLines, PRESETS, PresetChoice, type PresetName } from '../../ui/key-presets.tsx'
import { KeyTools } from '../../ui/key-tools.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

type Key = components['schemas']['ApiKey']
const SHOWN = 100
const [FIRST] = PRESETS

/** The keys that act for the reader. */
export function Keys() {
  const isCreating = useSignal(false)
  const asked = useSignal<Key | undefined>(undefined)
  const keys = useResource(
    async (signal) =>
      (await read(api.GET('/api/me/api-keys', { params: { query: { limit: SHOWN } }, signal })))
        .items,
  )
  if (boot.id === PRIMARY_USER_ID) return null
  const revoke = ({ id, label }: Key) =>
    attempt(async () => {
      await send(api.DELETE('/api/me/api-keys/{id}', { params: { path: { id } } }))
      toast(m.worksNoMore(label))
      await keys.reload()
    })
  const { value: chosen } = asked
  return (
    <>
      <h2 class="section">{m.apiKeys}</h2>
      <Show of={keys}>
        {(items) => (
          <ul class="rows">
            {items
              .filter(({ revoked }) => !revoked)
              .map((key) => (
                <li class="row" key={key.id}>
                  <Icon name="key" />
                  <span class="grow">
                    <bdi>{key.label}</bdi>
                    <small title={fullTime(key.created_at)}>
                      {key.prefix}…{key.last_four},{' '}
                      {key.last_used_at === null
                        ? m.notUsed
                        : m.used(relativeTime(key.last_used_at))}
                    </small>
                  </span>
                  <button
                    type="button"
                    class="button"
                    aria-label={m.revokeOne(key.label)}
                    onClick={() => {
                      asked.value = key
                    }}
                  >
                    {m.revoke}
                  </button>
                </li>
              ))}
          </ul>
        )}
      </Show>
      <p class="quiet small">{m.keysText}</p>
      <p class="actions">
        <button
          type="button"
          class="button"
          onClick={() => {
            isCreating.value = true
          }}
        >
          {m.createKey}
        </button>
      </p>
      {isCreating.value && (
        <CreateKey
          onClose={() => {
            isCreating.value = false
            void keys.reload()
          }}
        />
      )}
      {chosen !== undefined && (
        <Confirm
          title={m.revokeThis(chosen.label)}
          text={m.revokeText}
          action={m.revoke}
          onConfirm={() => void revoke(chosen)}
          onClose={() => {
            asked.value = undefined
          }}
        />
      )}
    </>
  )
}

function CreateKey({ onClose }: { onClose: () => void }) {
  const label = useSignal('')
  const preset = useSignal<PresetName>(FIRST.name)
  const tools = useSignal<string[]>(['*'])
  const created = useSignal<string | undefined>(undefined)
  const create = async () => {
    const { profile } = PRESETS.find(({ name }) => name === preset.value) ?? FIRST
    const { image_models: _, ...change } = profile
    const body = { label: label.value.trim(), profile: { ...change, tools: tools.value } }
    created.value = (await read(api.POST('/api/me/api-keys', { body }))).key
  }
  const { value: key } = created
  if (key === undefined)
    return (
      <Dialog title={m.createKey} onClose={onClose}>
        <Form action={m.createKey} onSubmit={create}>
          <TextField
            label={m.name}
            hint={m.nameHint}
            value={label.value}
            required
            maxLength={200}
            onInput={(text) => {
              label.value = text
            }}
          />
          <PresetChoice
            chosen={preset.value}
            onChange={({ name }) => {
              preset.value = name
              tools.value = ['*']
            }}
          />
          {preset.value === 'Tools for an assistant' && (
            <KeyTools
              chosen={tools.value}
              onChange={(chosen) => {
                tools.value = chosen
              }}
            />
          )}
        </Form>
      </Dialog>
    )
  const lines = appLines(preset.value, key)
  return (
    <Dialog title={m.copyNow} onClose={onClose}>
      <p class="notice">{m.onlyTime}</p>
      <div class="copied">
        <p class="quiet small">{preset.value}:</p>
        <CopyButton text={() => lines} label={m.copyNeeds} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre class="snippet" tabIndex={0}>
        {lines}
      </pre>
    </Dialog>
  )
}
