import { useSignal } from '@preact/signals'
import { api, read, send } from '../../ui/api.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { followUp } from '../../ui/router.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { DiscardButton } from '../shared/discard-button.tsx'
import { LongText } from '../shared/text.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { SkillEditor } from './editor.tsx'
import { NOT_TYPED, saveSkill, sourceOf, type WholeSkill } from './skill.ts'

/** One skill: its text, to be read and changed. */
export function OneSkill({ name }: { name: string }) {
  const params = { path: { name } }
  const skill = useResource(
    (signal) => read(api.GET('/api/skills/{name}', { params, signal })),
    [name],
  )
  return (
    <PageLayout title={name} side={<a href="/admin/skills">All skills</a>}>
      <Show of={skill}>
        {(data) => (
          <>
            <h2 class="section">{sourceOf(data.source)}</h2>
            <div class="card">
              <p>
                <LongText text={data.description} />
              </p>
            </div>
            <h2 class="section">Its text</h2>
            <EditSkill
              skill={data}
              onChange={(changed) => skill.change(() => changed)}
              onRemoved={() => void skill.reload()}
            />
          </>
        )}
      </Show>
    </PageLayout>
  )
}

function EditSkill({
  skill,
  onChange,
  onRemoved,
}: {
  skill: WholeSkill
  onChange: (changed: WholeSkill) => void
  onRemoved: () => void
}) {
  const { name, source } = skill
  const draft = useDraft(`skill:${name}`, NOT_TYPED)
  const { isTyped, text } = draft.values.value
  const content = isTyped ? text : skill.content
  const isUnchanged = content === skill.content
  const save = async () => {
    const changed = await saveSkill(name, content)
    onChange(changed)
    draft.reset()
    toast('Saved: it holds from the next task on')
  }
  return (
    <Form
      action={source === 'shipped' ? 'Save as yours' : 'Save'}
      onSubmit={save}
      isUnchanged={isUnchanged}
      beside={
        <>
          <DiscardButton of={{ ...draft, isUnchanged }} />
          {source !== 'shipped' && (
            <Remove
              skill={skill}
              onRemoved={() => {
                draft.reset()
                if (source === 'override') onRemoved()
              }}
            />
          )}
        </>
      }
    >
      {source === 'shipped' && (
        <p class="notice error-notice">
          It came with Hearth and stays as it is. What you save is used in its place, until you
          remove yours.
        </p>
      )}
      <SkillEditor
        content={content}
        onInput={(typed) => {
          draft.values.value = { isTyped: true, text: typed }
        }}
      />
    </Form>
  )
}

function Remove({
  skill: { name, source },
  onRemoved,
}: {
  skill: WholeSkill
  onRemoved: () => void
}) {
  const isAsked = useSignal(false)
  const isOverride = source === 'override'
  const remove = async () => {
    const next = followUp()
    const isDone = await attempt(() =>
      send(api.DELETE('/api/skills/{name}', { params: { path: { name } } })),
    )
    if (!isDone) return
    toast(isOverride ? `The shipped ${name} is used again` : `The skill ${name} was removed`)
    onRemoved()
    if (!isOverride) next('/admin/skills')
  }
  return (
    <>
      <button
        type="button"
        class="button danger"
        aria-haspopup="dialog"
        onClick={() => {
          isAsked.value = true
        }}
      >
        Remove
      </button>
      {isAsked.value && (
        <Confirm
          title={`Remove ${name}?`}
          text={
            isOverride
              ? 'Your text is gone for good, and the one that came with Hearth is used again.'
              : 'Its text is gone for good. The task of this name can no longer be run.'
          }
          action="Remove"
          onConfirm={() => void remove()}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </>
  )
}
