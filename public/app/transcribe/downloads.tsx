import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveText } from '../../ui/save-text.ts'
import { type Cue, toSrt, toText, toVtt } from './cues.ts'

const FORMATS = [
  { label: 'SRT', ending: 'srt', type: 'application/x-subrip', write: toSrt },
  { label: 'VTT', ending: 'vtt', type: 'text/vtt', write: toVtt },
  { label: 'Text', ending: 'txt', type: 'text/plain', write: toText },
] as const

interface DownloadsProps {
  cues: () => readonly Cue[]
  /** Of the files, without their ending. */
  name: string
  /** What is saved, where that is not the only thing on the page. */
  what?: string
}

/** Saves subtitles as a file of each format, and copies their text. */
export function Downloads({ cues, name, what }: DownloadsProps) {
  const subject = what === undefined ? '' : ` ${what}`
  return (
    <>
      {FORMATS.map(({ label, ending, type, write }) => (
        <button
          key={ending}
          type="button"
          class="button"
          aria-label={`Download${subject} as ${label}`}
          onClick={() => saveText(`${name}.${ending}`, type, write(cues()))}
        >
          <Icon name="download" /> {label}
        </button>
      ))}
      <CopyButton text={() => toText(cues())} label={`Copy ${what ?? 'the text'}`} />
    </>
  )
}
