import { useId } from 'preact/hooks'
import { count } from '../../ui/format.ts'
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
        Between two lines of --- the name, the description and, where you like, the schemas of
        input, options and result. Below them, the instruction to the model.
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
        {count(content.length)} of {count(MAX_CONTENT_CHARACTERS)} characters
      </span>
    </div>
  )
}
