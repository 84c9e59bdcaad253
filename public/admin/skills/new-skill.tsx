import { ApiError, api, read } from '../../ui/api.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { followUp } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { SkillEditor } from './editor.tsx'
import { FieldRows } from './field-rows.tsx'
import { m } from './messages/en.ts'
import { NOT_TYPED, saveSkill } from './skill.ts'
import { skillText, unpackField } from './skill-text.ts'

const MAX_NAME_CHARACTERS = 64
const MAX_DESCRIPTION_CHARACTERS = 1024
const NO_ROWS: readonly string[] = []
const NEW = {
  ...NOT_TYPED,
  name: '',
  description: '',
  instruction: '',
  options: NO_ROWS,
  result: NO_ROWS,
}

/** The form for a skill that is not there yet. */
export function NewSkill() {
  const draft = useDraft('new-skill', NEW)
  const { name, isTyped, text, description, instruction, options, result } = draft.values.value
  const change = (part: Partial<typeof NEW>) => {
    draft.values.value = { ...draft.values.value, ...part }
  }
  // Follows the fields for as long as nothing else was typed.
  const content = isTyped
    ? text
    : skillText({
        name,
        description,
        instruction,
        options: options.map(unpackField),
        result: result.map(unpackField),
      })
  const save = async () => {
    const next = followUp()
    await requireFree(name)
    await saveSkill(name, content)
    draft.reset()
    toast(m.isThere(name))
    next(`/admin/skills/${name}`)
  }
  return (
    <PageLayout title={m.add} side={<a href="/admin/skills">{m.all}</a>}>
      <Form
        action={m.addIt}
        onSubmit={save}
        beside={
          <a class="button" href="/admin/skills" onClick={() => draft.reset()}>
            {m.cancel}
          </a>
        }
      >
        <TextField
          label={m.name}
          hint={m.nameHint}
          value={name}
          required
          maxLength={MAX_NAME_CHARACTERS}
          onInput={(value) => change({ name: value })}
        />
        {isTyped ? (
          <p class="notice error-notice">
            <span>{m.byHand}</span>
            <button type="button" class="button" onClick={() => change(NOT_TYPED)}>
              {m.useForm}
            </button>
          </p>
        ) : (
          <>
            <TextField
              label={m.what}
              hint={m.whatHint}
              value={description}
              maxLength={MAX_DESCRIPTION_CHARACTERS}
              onInput={(value) => change({ description: value })}
            />
            <label class="field">
              <span>{m.instruction}</span>
              <textarea
                class="input"
                rows={5}
                dir="auto"
                placeholder={m.instructionExample}
                value={instruction}
                onInput={({ currentTarget }) => change({ instruction: currentTarget.value })}
              />
            </label>
            <FieldRows
              title={m.options}
              hint={m.optionsHint}
              rows={options}
              onInput={(rows) => change({ options: rows })}
            />
            <FieldRows
              title={m.result}
              hint={m.resultHint}
              rows={result}
              onInput={(rows) => change({ result: rows })}
            />
          </>
        )}
        <details class="fine" open={isTyped}>
          <summary>{m.comesOfIt}</summary>
          <SkillEditor
            content={content}
            onInput={(typed) => change({ isTyped: true, text: typed })}
          />
        </details>
      </Form>
    </PageLayout>
  )
}

/** @throws {ApiError} `conflict` for the name of a skill that is there, which would be replaced */
async function requireFree(name: string): Promise<void> {
  try {
    await read(api.GET('/api/skills/{name}', { params: { path: { name } } }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return
    throw error
  }
  throw new ApiError(409, 'conflict', m.existsAlready(name))
}
