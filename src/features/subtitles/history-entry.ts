import { readSubtitles } from '../../media/subtitles/read-subtitles.ts'
import { visibleText } from '../../media/subtitles/text-units.ts'
import type { FinishedTranslation } from './translate-task.ts'

/** A translation as the history keeps it. */
export function translationEntryOf({ owner, jobId, title, result }: FinishedTranslation) {
  const { text, srt, target, source } = result
  return {
    kind: 'translation',
    owner,
    title: title ?? '',
    sourceId: jobId,
    language: target.split('-', 1)[0],
    text: srt === undefined ? (text ?? '') : spoken(srt),
    data: { text, srt, target, source },
  } as const
}

/** What subtitles say, without their times. */
function spoken(srt: string): string {
  return readSubtitles(srt)
    .map(({ text }) => visibleText(text))
    .join('\n')
}
