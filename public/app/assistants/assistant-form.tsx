import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { api, read } from '../../ui/api.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { fill } from '../../ui/fill.ts'
import { CheckBox, Form, TextField } from '../../ui/form.tsx'
import { followUp } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { groups, loadModels, models, nameOf } from '../chat/models.ts'
import { assistants } from './calls.ts'
import { m } from './messages/en.ts'
import { PictureField } from './picture-field.tsx'
import type { Assistant, OfferedTool } from './types.ts'

/** As the service bounds them. */
const MAX_NAME_CHARACTERS = 60
const MAX_INSTRUCTION_CHARACTERS = 20_000

interface AssistantFormProps {
  /** What the form begins with; undefined for an empty one. */
  from: Assistant | undefined
  /** Whether it makes a new one. */
  isNew: boolean
  tools: readonly OfferedTool[]
  /** Whether the reader may make one for all. */
  isAdmin: boolean
}

type Values = Pick<
  Assistant,
  'name' | 'picture' | 'instructions' | 'model' | 'parameters' | 'tools'
>

/** What an assistant is: its name, its instructions, and how a model is asked. */
export function AssistantForm({ from, isNew, tools, isAdmin }: AssistantFormProps) {
  const values = useSignal<Values>(valuesOf(from, isNew))
  const isShared = useSignal(false)
  const { name, picture, instructions, model, parameters, tools: chosen } = values.value
  const change = (part: Partial<Values>) => {
    values.value = { ...values.peek(), ...part }
  }
  useEffect(() => void loadModels().catch(() => undefined), [])
  const save = async () => {
    const next = followUp()
    const body = values.peek()
    if (isNew || from === undefined)
      await read(api.POST('/api/assistants', { body: { ...body, shared: isShared.peek() } }))
    else await read(api.PUT('/api/assistants/{id}', { params: { path: { id: from.id } }, body }))
    assistants.value = undefined
    toast(m.saved)
    next('/app/assistants')
  }
  return (
    <Form
      action={m.save}
      onSubmit={save}
      beside={
        <a class="button" href="/app/assistants">
          {m.cancel}
        </a>
      }
    >
      <TextField
        label={m.name}
        value={name}
        required
        maxLength={MAX_NAME_CHARACTERS}
        onInput={(text) => change({ name: text })}
      />
      <PictureField name={name} value={picture} onChange={(one) => change({ picture: one })} />
      <Instructions value={instructions} onInput={(text) => change({ instructions: text })} />
      <ModelField value={model} onChange={(one) => change({ model: one })} />
      <ToolFields offered={tools} chosen={chosen} onChange={(all) => change({ tools: all })} />
      <details class="assistant-more">
        <summary>{m.howAnswers}</summary>
        <ParameterFields value={parameters} onChange={(all) => change({ parameters: all })} />
      </details>
      {isNew && isAdmin && (
        <CheckBox
          isChecked={isShared.value}
          onChange={(isChecked) => {
            isShared.value = isChecked
          }}
        >
          {m.forAllText}
        </CheckBox>
      )}
      {!isNew && from !== undefined && (
        <p class="quiet small">
          {fill(m.appsUse, { model: <code>{from.model_name}</code> })}{' '}
          <CopyButton text={() => from.model_name} label={m.copyModelName} />
        </p>
      )}
    </Form>
  )
}

function valuesOf(from: Assistant | undefined, isNew: boolean): Values {
  if (from === undefined)
    return { name: '', picture: null, instructions: '', model: null, parameters: {}, tools: [] }
  const { name, picture, instructions, model, parameters, tools } = from
  const copy = m.copyOf(name).slice(0, MAX_NAME_CHARACTERS)
  return { name: isNew ? copy : name, picture, instructions, model, parameters, tools }
}

function Instructions({ value, onInput }: { value: string; onInput: (text: string) => void }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{m.instructions}</label>
      <textarea
        id={id}
        class="input"
        rows={8}
        dir="auto"
        value={value}
        maxLength={MAX_INSTRUCTION_CHARACTERS}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <span class="hint" id={`${id}-hint`}>
        {m.instructionsHint}
      </span>
    </div>
  )
}

function ModelField({
  value,
  onChange,
}: {
  value: string | null
  onChange: (model: string | null) => void
}) {
  const id = useId()
  const all = groups(models.value ?? [])
  const isKnown = value === null || all.some(({ items }) => items.some((one) => one.id === value))
  return (
    <div class="field">
      <label for={id}>{m.model}</label>
      <select
        id={id}
        class="input"
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      >
        <option value="">{m.chosenInChat}</option>
        {!isKnown && <option value={value}>{nameOf(value)}</option>}
        {all.map(({ engine, name, items }) => (
          <optgroup key={engine} label={name}>
            {items.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}

function ToolFields({
  offered,
  chosen,
  onChange,
}: {
  offered: readonly OfferedTool[]
  chosen: readonly string[]
  onChange: (tools: string[]) => void
}) {
  if (offered.length === 0) return null
  return (
    <fieldset class="plain-set assistant-tools">
      <legend>{m.tools}</legend>
      {offered.map(({ name, description, asks }) => (
        <CheckBox
          key={name}
          isChecked={chosen.includes(name)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...chosen, name] : chosen.filter((one) => one !== name))
          }
        >
          <span>
            <code>{name}</code>
            {asks && <span class="tag">{m.asksFirst}</span>}
            {TOOL_TEXTS[name] === undefined ? (
              <small lang="en">{firstSentence(description)}</small>
            ) : (
              <small>{TOOL_TEXTS[name]}</small>
            )}
          </span>
        </CheckBox>
      ))}
    </fieldset>
  )
}

const TOOL_TEXTS: Readonly<Record<string, string>> = m.toolTexts

/** A tool's description goes on with what only a model must know. */
function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text
}

const NUMBERS = [
  { name: 'temperature', label: m.temperature, min: 0, max: 2, step: 0.1 },
  { name: 'top_p', label: 'Top P', min: 0, max: 1, step: 0.05 },
  { name: 'max_tokens', label: m.longestAnswer, min: 1, max: 1_000_000, step: 1 },
] as const
const EFFORTS = ['low', 'medium', 'high'] as const

function ParameterFields({
  value,
  onChange,
}: {
  value: Assistant['parameters']
  onChange: (parameters: Assistant['parameters']) => void
}) {
  const id = useId()
  const set = (name: keyof Assistant['parameters'], one: unknown) => {
    const { [name]: _, ...rest } = value
    onChange(one === undefined ? rest : { ...rest, [name]: one })
  }
  return (
    <>
      <p class="quiet small">{m.emptyIsModels}</p>
      <div class="assistant-grid">
        {NUMBERS.map(({ name, label, ...bounds }) => (
          <div class="field" key={name}>
            <label for={`${id}-${name}`}>{label}</label>
            <input
              id={`${id}-${name}`}
              class="input"
              type="number"
              inputMode="decimal"
              {...bounds}
              value={value[name] ?? ''}
              onInput={({ currentTarget }) =>
                set(name, currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
              }
            />
          </div>
        ))}
        <div class="field">
          <label for={`${id}-effort`}>{m.thinking}</label>
          <select
            id={`${id}-effort`}
            class="input"
            value={value.reasoning_effort ?? ''}
            onChange={({ currentTarget }) =>
              set(
                'reasoning_effort',
                EFFORTS.find((one) => one === currentTarget.value),
              )
            }
          >
            <option value="">{m.asModel}</option>
            {EFFORTS.map((one) => (
              <option key={one} value={one}>
                {m.efforts[one]}
              </option>
            ))}
          </select>
        </div>
      </div>
    </>
  )
}
