import type { FinishedTranscript } from './transcribe-task.ts'

/** What the history keeps of a transcript. */
export function historyEntryOf({ owner, jobId, input, transcript }: FinishedTranscript) {
  const { text, language, seconds, segments, engine, model } = transcript
  return {
    ...{ kind: 'transcript' as const, owner, title: input.name, text, seconds, sourceId: jobId },
    language: language ?? undefined,
    data: { segments, engine, model: model ?? undefined, source: sourceOf(input) },
  }
}

/** Of an address without its query, which may hold a secret. */
function sourceOf({ source, name }: FinishedTranscript['input']): string {
  if (source.type === 'file' || !URL.canParse(source.url)) return name
  const { protocol, host, pathname } = new URL(source.url)
  return `${protocol}//${host}${pathname}`
}
