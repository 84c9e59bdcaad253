import { ApiError, api, read } from '../../ui/api.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { followUp } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { SkillEditor } from './editor.tsx'
import { FieldRows } from './field-rows.tsx'
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
    toast(`The task ${name} is there from now on`)
    next(`/admin/skills/${name}`)
  }
  return (
    <PageLayout title="Add a skill" side={<a href="/admin/skills">All skills</a>}>
      <Form
        action="Add the skill"
        onSubmit={save}
        beside={
          <a class="button" href="/admin/skills" onClick={() => draft.reset()}>
            Cancel
          </a>
        }
      >
        <TextField
          label="Name"
          hint="Small letters, digits, - and _; programs run the task by this name. The text says it as well."
          value={name}
          required
          maxLength={MAX_NAME_CHARACTERS}
          onInput={(value) => change({ name: value })}
        />
        {isTyped ? (
          <p class="notice error-notice">
            <span>The text below is written by hand, and is used as it is.</span>
            <button type="button" class="button" onClick={() => change(NOT_TYPED)}>
              Use the form again
            </button>
          </p>
        ) : (
          <>
            <TextField
              label="What it does"
              hint="One sentence. People choose the task by it."
              value={description}
              maxLength={MAX_DESCRIPTION_CHARACTERS}
              onInput={(value) => change({ description: value })}
            />
            <label class="field">
              <span>What the model is to do</span>
              <textarea
                class="input"
                rows={5}
                dir="auto"
                placeholder="Write a haiku about the text below."
                value={instruction}
                onInput={({ currentTarget }) => change({ instruction: currentTarget.value })}
              />
            </label>
            <FieldRows
              title="What is asked beside the text"
              hint="Nothing, unless you add it."
              rows={options}
              onInput={(rows) => change({ options: rows })}
            />
            <FieldRows
              title="What the answer has"
              hint="A plain text, unless you add values."
              rows={result}
              onInput={(rows) => change({ result: rows })}
            />
          </>
        )}
        <details class="fine" open={isTyped}>
          <summary>The SKILL.md that comes of it</summary>
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
  throw new ApiError(
    409,
    'conflict',
    `There is a skill ${name} already: choose another name, or open that one and change it`,
  )
}
