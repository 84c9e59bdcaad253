/** A text with its selection, such as a text field. */
interface Selected {
  value: string
  selectionStart: number
  selectionEnd: number
}

/** The text of a field after something is written in place of its selection, and the caret then. */
export function insertedAt(
  { value, selectionStart, selectionEnd }: Selected,
  spoken: string,
): { text: string; caret: number } {
  const [before, after] = [value.slice(0, selectionStart), value.slice(selectionEnd)]
  const left = before === '' || /\s$/.test(before) ? '' : ' '
  const right = after === '' || /^[\s.,;:!?)]/.test(after) ? '' : ' '
  const caret = before.length + left.length + spoken.length + right.length
  return { text: before + left + spoken + right + after, caret }
}
