/** Scripts that set no blank between words or sentences. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u

/** What stands between two texts: nothing in scripts without blanks. */
export function separatorOf(before: string, after: string): string {
  if (before === '' || after === '') return ''
  return UNSPACED.test(after) && UNSPACED.test([...before.slice(-2)].at(-1) ?? '') ? '' : ' '
}
