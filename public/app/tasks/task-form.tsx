import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { ApiError, api, errorMessage, randomId, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { duration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { keepDraft, readDraft } from '../../ui/own-drafts.ts'
import { useResource } from '../../ui/resource.ts'
import { taskName } from '../jobs/job-label.ts'
import { loadBrands, withBrands } from './brand-field.ts'
import { FieldView } from './field-view.tsx'
import { type Field, fieldsOf } from './form-fields.ts'
import { type FieldErrors, readField, readFields, type Typed } from './form-values.ts'
import { m } from './messages/en.ts'
import type { Task } from './task-list-state.ts'

type Json = components['schemas']['JsonValue']

interface TaskFormProps {
  task: Task
  formRef: RefObject<HTMLFormElement | null>
  /** Gets the id of the job that was made. */
  onStart: (id: string) => void
}

/** The form of a task, made from its schemas. What is typed stays until it is cleared. */
export function TaskForm({ task, formRef, onStart }: TaskFormProps) {
  const created = useMemo(
    () => ({
      input: fieldsOf(task.input_schema, 'input', m.text),
      options: fieldsOf(task.options_schema, 'options', m.options),
    }),
    [task],
  )
  const brands = useResource((signal) => loadBrands(created.options, signal), [created])
  const { value: loaded } = brands.value
  const fields = {
    input: created.input,
    options: withBrands(created.options, loaded.state === 'ready' ? loaded.data : []),
  }
  const typed = useSignal<Typed>(readTaskDraft(task.name))
  const errors = useSignal<FieldErrors>(new Map())
  const error = useSignal<unknown>(undefined)
  const isSending = useSignal(false)
  // The same request sent again after a lost connection makes no second job.
  const request = useRef<{ body: string; key: string } | undefined>(undefined)

  const change = (next: Typed) => {
    typed.value = next
    keepTaskDraft(task.name, next)
  }
  const type = (path: string, text: string) => {
    change({ ...typed.value, [path]: text })
    if (!errors.value.has(path)) return
    const left = new Map(errors.value)
    left.delete(path)
    errors.value = left
  }
  const replace = (next: Typed) => {
    change(next)
    errors.value = new Map()
  }
  /** Shows what is wrong at its field. @returns Whether there is such a field */
  const showErrors = (found: FieldErrors) => {
    errors.value = found
    const [first = ''] = found.keys()
    const field = formRef.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(first)}"]`)
    field?.focus()
    return field != null
  }
  const submit = async () => {
    const found: FieldErrors = new Map()
    const input = readInput(fields.input, typed.value, found)
    const options = readFields(fields.options, typed.value, found)
    error.value = undefined
    showErrors(found)
    if (found.size > 0) return
    isSending.value = true
    try {
      const body = { task: task.name, input, options, async: true }
      const id = await start(body, request)
      request.current = undefined
      onStart(id)
    } catch (failure) {
      const found = serviceError(failure)
      const path = found && nearestPath(found.path, formRef.current)
      if (path === undefined || !showErrors(new Map([[path, found?.text ?? '']])))
        error.value = failure
    } finally {
      isSending.value = false
    }
  }
  const clear = () => {
    change({})
    errors.value = new Map()
    error.value = undefined
  }
  const all = [...fields.input, ...fields.options]
  return (
    <form
      ref={formRef}
      noValidate
      aria-label={taskName(task.name)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending.value) void submit()
      }}
    >
      <div class="task-fields">
        {all.map((field) => (
          <FieldView
            key={field.path}
            field={field}
            typed={typed.value}
            errors={errors.value}
            onType={type}
            onReplace={replace}
          />
        ))}
      </div>
      {error.value !== undefined && (
        <div class="notice bad" role="alert">
          <span>{failureText(error.value)}</span>
        </div>
      )}
      <div class="actions task-actions">
        <button type="submit" class="button primary" disabled={isSending.value}>
          {error.value === undefined ? m.run : m.tryAgain}
        </button>
        {Object.values(typed.value).some((text) => text !== '') && (
          <button type="button" class="button plain" onClick={clear}>
            <Icon name="close" /> {m.clear}
          </button>
        )}
      </div>
    </form>
  )
}

/** The path of the field that holds a value: its own, or that of a list around it. */
function nearestPath(path: string, form: HTMLFormElement | null): string | undefined {
  const parts = path.split('/')
  for (let length = parts.length; length > 0; length--) {
    const candidate = parts.slice(0, length).join('/')
    if (form?.querySelector(`[data-path="${CSS.escape(candidate)}"]`) != null) return candidate
  }
  return undefined
}

interface TaskBody {
  task: string
  input: string | Record<string, Json>
  options: Record<string, unknown>
  async: boolean
}

/** @returns The id of the job */
async function start(
  body: TaskBody,
  request: { current: { body: string; key: string } | undefined },
): Promise<string> {
  const text = JSON.stringify(body)
  if (request.current?.body !== text) request.current = { body: text, key: randomId() }
  const created = await read(
    api.POST('/api/ai/agent', {
      params: { header: { 'Idempotency-Key': request.current.key } },
      body: { ...body, options: jsonObject(body.options) },
    }),
  )
  if ('job_id' in created) return created.job_id
  throw new ApiError(502, 'no_engine', m.didNotStart)
}

/** A task takes one text, or an object with several fields. */
function readInput(
  fields: readonly Field[],
  typed: Typed,
  errors: FieldErrors,
): string | Record<string, Json> {
  const [only] = fields
  if (only?.path !== 'input') return jsonObject(readFields(fields, typed, errors))
  const value = readField(only, typed, errors)
  return typeof value === 'object' && value !== null ? jsonObject(value) : String(value ?? '')
}

/** Values of a form come from texts and JSON only. */
function jsonObject(value: object): Record<string, Json> {
  return JSON.parse(JSON.stringify(value))
}

function failureText(error: unknown): string {
  const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return wait === undefined
    ? errorMessage(error)
    : m.tryAgainIn(errorMessage(error), duration(wait))
}

/** What the service found wrong with a value, and where. */
interface ServiceError {
  /** Names from the top, with a slash between two, such as `input/places/1`. */
  path: string
  text: string
}

const MISSING = /^must have required property '(.+)'$/

/** The place that a refusal names; undefined when it names none. */
function serviceError(error: unknown): ServiceError | undefined {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined
  const [, path, message = ''] =
    /invalid value at \/((?:input|options)\S*): (.+)$/s.exec(error.message) ?? []
  if (path === undefined) return undefined
  const [, missing] = MISSING.exec(message) ?? []
  if (missing !== undefined) return { path: `${path}/${missing}`, text: m.fillIn }
  return { path, text: message.charAt(0).toUpperCase() + message.slice(1) }
}

const PREFIX = 'task:'

/** What was typed into a task's form; it survives a reload. */
function readTaskDraft(task: string): Typed {
  try {
    const value: unknown = JSON.parse(readDraft(PREFIX + task) || '{}')
    const typed = Object.entries<unknown>(Object(value))
    return Object.fromEntries(
      typed.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

function keepTaskDraft(task: string, typed: Typed): void {
  const isEmpty = Object.values(typed).every((text) => text === '')
  keepDraft(PREFIX + task, isEmpty ? '' : JSON.stringify(typed))
}
