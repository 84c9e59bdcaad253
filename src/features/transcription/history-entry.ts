import type { FinishedTranscript } from './transcribe-recording.ts'

/** What the history keeps of a transcript. */
export function historyEntryOf({ owner, jobId, input, title, transcript }: FinishedTranscript) {
  const { text, language, seconds, segments, engine, model } = transcript
  return {
    kind: 'transcript' as const,
    owner,
    title,
    text,
    seconds,
    sourceId: jobId,
    language: language ?? undefined,
    data: { segments, engine, model: model ?? undefined, source: sourceOf(input) },
  }
}

/** Hosts whose query names the video. */
const NAMED_BY_QUERY = /(?:^|\.)youtube\.com$/

/** Of an address without its query, which may hold a secret, unless it only names the video. */
function sourceOf({ source, name }: FinishedTranscript['input']): string {
  if (source.type === 'file' || !URL.canParse(source.url)) return name
  const { protocol, host, pathname, searchParams } = new URL(source.url)
  const video = NAMED_BY_QUERY.test(host) ? searchParams.get('v') : null
  const query = video === null ? '' : `?${new URLSearchParams({ v: video })}`
  return `${protocol}//${host}${pathname}${query}`
}
