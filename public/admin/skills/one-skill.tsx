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
import { m } from './messages/en.ts'
import { NOT_TYPED, saveSkill, sourceOf, type WholeSkill } from './skill.ts'

/** One skill: its text, to be read and changed. */
export function OneSkill({ name }: { name: string }) {
  const params = { path: { name } }
  const skill = useResource(
    (signal) => read(api.GET('/api/skills/{name}', { params, signal })),
    [name],
  )
  return (
    <PageLayout title={name} side={<a href="/admin/skills">{m.all}</a>}>
      <Show of={skill}>
        {(data) => (
          <>
            <h2 class="section">{sourceOf(data.source)}</h2>
            <div class="card">
              <p>
                <LongText text={data.description} />
              </p>
            </div>
            <h2 class="section">{m.text}</h2>
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
    toast(m.saved)
  }
  return (
    <Form
      action={source === 'shipped' ? m.saveYours : m.save}
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
      {source === 'shipped' && <p class="notice error-notice">{m.cameWith} </p>}
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
    toast(isOverride ? m.usedAgain(name) : m.wasRemoved(name))
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
        {m.remove}
      </button>
      {isAsked.value && (
        <Confirm
          title={m.removeThis(name)}
          text={isOverride ? m.removeOverride : m.removeOwn}
          action={m.remove}
          onConfirm={() => void remove()}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </>
  )
}
