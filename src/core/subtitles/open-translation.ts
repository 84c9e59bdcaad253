import { AppError } from '../../platform/errors.ts'
import type { LineBounds } from '../../platform/subtitles/break-lines.ts'
import { readNumberedCues } from '../../platform/subtitles/read-subtitles.ts'
import { writeSrt } from '../../platform/subtitles/write-subtitles.ts'
import type { Language } from './language.ts'
import { refusalOf } from './subtitle-work.ts'
import { cueDocument, type TranslationDocument, textDocument } from './translation-items.ts'

/** A text or subtitles, ready to be translated. */
export interface OpenedTranslation {
  document: TranslationDocument
  /** @param translations By item; undefined for an item that keeps its text */
  result: (translations: readonly (string | undefined)[]) => { text: string } | { srt: string }
}

/** Scripts that are written without spaces. */
const UNSPACED = new Set(['Hans', 'Hant', 'Jpan', 'Thai', 'Laoo', 'Khmr', 'Mymr'])

/**
 * Reads what is to be translated. Cues keep their numbers, their order and their times.
 *
 * @throws {AppError} `invalid` for subtitles without cues; `too_large`
 */
export function openTranslation(
  { text = '', srt }: { text?: string; srt?: string },
  { script = '' }: Language,
  bounds: LineBounds,
): OpenedTranslation {
  if (srt === undefined) {
    const document = textDocument(text, !UNSPACED.has(script))
    return { document, result: (translations) => ({ text: document.write(translations).join('') }) }
  }
  const cues = readNumberedCues(srt)
  const refusal = refusalOf(cues.length)
  if (refusal !== undefined) throw new AppError(refusal.code, refusal.reason, { param: 'srt' })
  const numbers = cues.map(({ number }, index) => number ?? index + 1)
  const document = cueDocument(cues, numbers, bounds)
  return {
    document,
    result(translations) {
      const texts = document.write(translations)
      const written = cues.map((cue, index) => ({ ...cue, text: texts[index] ?? '' }))
      return { srt: writeSrt(written, numbers) }
    },
  }
}
