import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveText } from '../../ui/save-text.ts'
import { type Cue, toSrt, toText, toVtt } from './cues.ts'
import { m } from './messages/en.ts'

const FORMATS = [
  { label: 'SRT', ending: 'srt', type: 'application/x-subrip', write: toSrt },
  { label: 'VTT', ending: 'vtt', type: 'text/vtt', write: toVtt },
  { label: m.text, ending: 'txt', type: 'text/plain', write: toText },
] as const

interface DownloadsProps {
  cues: () => readonly Cue[]
  /** Of the files, without their ending. */
  name: string
  /** Whether it is beside what it was translated from. */
  isTranslation?: boolean
}

/** Saves subtitles as a file of each format, and copies their text. */
export function Downloads({ cues, name, isTranslation = false }: DownloadsProps) {
  return (
    <>
      {FORMATS.map(({ label, ending, type, write }) => (
        <button
          key={ending}
          type="button"
          class="button"
          aria-label={isTranslation ? m.downloadTranslationAs(label) : m.downloadAs(label)}
          onClick={() => saveText(`${name}.${ending}`, type, write(cues()))}
        >
          <Icon name="download" /> {label}
        </button>
      ))}
      <CopyButton
        text={() => toText(cues())}
        label={isTranslation ? m.copyTranslation : m.copyText}
      />
    </>
  )
}
