import { ApiError, api, read } from '../../ui/api.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { followUp } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { SkillEditor } from './editor.tsx'
import { NOT_TYPED, saveSkill } from './skill.ts'

const MAX_NAME_CHARACTERS = 64
const NEW = { ...NOT_TYPED, name: '' }
const TEMPLATE = `---
name: NAME
description: Says in one sentence what the task does
---
Do this with the text below.

{{input}}
`

/** The form for a skill that is not there yet. */
export function NewSkill() {
  const draft = useDraft('new-skill', NEW)
  const { name, isTyped, text } = draft.values.value
  const change = (part: Partial<typeof NEW>) => {
    draft.values.value = { ...draft.values.value, ...part }
  }
  // Follows the name for as long as nothing else was typed.
  const content = isTyped ? text : TEMPLATE.replace('NAME', name || 'my_task')
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
        <SkillEditor
          content={content}
          onInput={(typed) => change({ isTyped: true, text: typed })}
        />
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
