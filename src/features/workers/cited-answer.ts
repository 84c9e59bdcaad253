import type { ModelStep, WorkerPassage } from './pieces.ts'

/** As models are told to write them; some leave the caret out. */
const MARK = /\[\^?(\d{1,15})\](?!\()/g

/**
 * An answer with a list of the passages that it cites, to which its marks lead. Of each passage the
 * web app knows more.
 */
export function citedAnswer(answer: string, steps: readonly Pick<ModelStep, 'results'>[]): string {
  const known = new Map<number, WorkerPassage>()
  for (const { results } of steps)
    for (const { passages = [] } of results) for (const one of passages) known.set(one.number, one)
  const numbers = new Set(Array.from(answer.matchAll(MARK), ([, number]) => Number(number)))
  const cited = [...numbers].flatMap((number) => known.get(number) ?? [])
  if (cited.length === 0) return answer
  const text = answer.replace(MARK, (mark, number) => {
    const index = cited.findIndex((one) => one.number === Number(number))
    return index === -1 ? mark : `[\\[${index + 1}\\]](${cited[index]?.url})`
  })
  const list = cited.map(({ title, place, url }, index) => {
    const behind = place === '' ? '' : ` · ${escaped(place)}`
    return `${index + 1}. [${escaped(title)}](${url})${behind}`
  })
  return `${text}\n\n---\n\n${list.join('\n')}`
}

/** Text that has no meaning as Markdown. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&')
}
