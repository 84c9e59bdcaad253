import { useId } from 'preact/hooks'
import { m } from './messages/en.ts'
import { MAX_CONTENT_CHARACTERS } from './skill.ts'

const ROWS = 24

/** The text of a SKILL.md. */
export function SkillEditor({
  content,
  onInput,
}: {
  content: string
  onInput: (content: string) => void
}) {
  const isTooLong = content.length > MAX_CONTENT_CHARACTERS
  const id = useId()
  return (
    <div class="field">
      <label for={id}>SKILL.md</label>
      <span class="hint" id={`${id}-hint`}>
        {m.editorHint}{' '}
      </span>
      <textarea
        id={id}
        class="input mono skill-text"
        rows={ROWS}
        spellcheck={false}
        value={content}
        aria-describedby={`${id}-hint ${id}-length`}
        aria-invalid={isTooLong}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <span class={isTooLong ? 'error' : 'hint'} id={`${id}-length`}>
        {m.characters(content.length, MAX_CONTENT_CHARACTERS)}
      </span>
    </div>
  )
}
