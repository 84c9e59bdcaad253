import { useMemo } from 'preact/hooks'
import { AddressSearch } from '../../ui/address-search.tsx'
import { clockTime } from '../../ui/audio/clock-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { query } from '../../ui/router.ts'
import { findEntryOf } from '../transcribe/calls.ts'
import { Downloads } from '../transcribe/downloads.tsx'
import { languageName } from '../transcribe/languages.ts'
import { AnswerTitle } from './answer-title.tsx'
import { type Asked, addressOf } from './asked.ts'
import { fileName } from './facts.ts'
import { m } from './messages/en.ts'
import { OutLink } from './out-link.tsx'
import { SpokenList } from './spoken-list.tsx'
import type { SpokenText } from './types.ts'
import { siteOf } from './web-address.ts'

interface TranscriptTextProps {
  text: SpokenText
  asked: Asked
  jobId: string
}

/** A transcript of a video: to be read, searched, copied and saved. */
export function TranscriptText({ text, asked, jobId }: TranscriptTextProps) {
  const { title, url, segments, language, truncated } = text
  const search = query.value.get('q')?.trim() ?? ''
  const found = useMemo(() => matching(segments, search), [segments, search])
  const name = title === '' ? siteOf(url) : title
  return (
    <>
      <header class="answer-head">
        <AnswerTitle text={name} />
        <p class="quiet small">
          {factsOf(text).map((one) => `${one} · `)}
          <OutLink href={url}>{siteOf(url)}</OutLink>
        </p>
      </header>
      {truncated === true && <p class="notice">{m.endMissing}</p>}
      {segments.length === 0 ? (
        <p class="notice">{m.nothingSaid}</p>
      ) : (
        <>
          <div class="actions">
            <Downloads cues={() => segments} name={fileName(name)} />
            <span class="tools-gap" />
            <a
              class="button plain"
              href={addressOf({ url, action: 'video', from: asked.from, limit: asked.limit })}
            >
              <Icon name="film" /> {m.details}
            </a>
            {text.source === 'generated' && <OpenInTranscribe jobId={jobId} />}
          </div>
          <AddressSearch search={search} label={m.searchInIt} />
          {search !== '' && (
            <p class="quiet small" role="status">
              {found.length === 0 ? m.noneHasWords : m.placesOf(found.length, segments.length)}
            </p>
          )}
          <SpokenList key={search} segments={found} url={url} language={language} search={search} />
        </>
      )}
    </>
  )
}

/** Where it can be corrected and translated. */
function OpenInTranscribe({ jobId }: { jobId: string }) {
  const entry = useResource(() => findEntryOf(jobId), [jobId])
  const loaded = entry.value.value
  const id = loaded.state === 'ready' ? loaded.data?.id : undefined
  if (id === undefined) return null
  return (
    <a class="button" href={`/app/transcribe/${encodeURIComponent(id)}`}>
      <Icon name="microphone" /> {m.openInTranscribe}
    </a>
  )
}

/** Where the words come from, their language, and the length of the recording. */
function factsOf(text: SpokenText): string[] {
  const { source, kind, engine, model, language, duration_seconds: seconds, cached } = text
  const from =
    source === 'generated'
      ? m.byListening + (engine === null ? '' : `, ${[engine, model].filter(Boolean).join(' ')}`)
      : kind === m.automatic
        ? m.automaticCaptions
        : m.writtenCaptions
  return [
    from,
    ...(language === null ? [] : [languageName(language)]),
    ...(seconds === null ? [] : [clockTime(Math.round(seconds))]),
    ...(cached ? [m.madeToday] : []),
  ]
}

function matching(
  segments: SpokenText['segments'],
  search: string,
): readonly SpokenText['segments'][number][] {
  if (search === '') return segments
  const target = search.toLowerCase()
  return segments.filter(({ text }) => text.toLowerCase().includes(target))
}
