import type { PageProps } from '../../ui/page.ts'
import { NewTranscript } from './new-transcript.tsx'
import { TranscriptPage } from './transcript-page.tsx'
import './page.css'

/** Recordings to text: new ones, and one transcript with its editor. */
export function Page({ params: { id } }: PageProps) {
  return id === undefined ? <NewTranscript /> : <TranscriptPage key={id} id={id} />
}
