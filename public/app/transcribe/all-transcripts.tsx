import { m } from './messages/en.ts'

/** Leads from one transcript to all. */
export function AllTranscripts() {
  return (
    <a class="small" href="/app/transcribe">
      {m.allTranscripts}
    </a>
  )
}
