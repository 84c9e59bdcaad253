/** Leads from one transcript to all. */
export function AllTranscripts() {
  return (
    <a class="small" href="/app/transcribe">
      All transcripts
    </a>
  )
}
