import { useEffect } from 'preact/hooks'
import { ApiError } from '../../ui/api.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { fill } from '../../ui/fill.ts'
import { fullTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { navigate } from '../../ui/router.ts'
import { saveText } from '../../ui/save-text.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { ClipPlayer } from '../speak/clip-list.tsx'
import { fromSrt, toSrt, toText, toVtt } from '../transcribe/cues.ts'
import { languageName } from '../transcribe/languages.ts'
import { loadEntry } from './calls.ts'
import { EntryActions } from './entry-actions.tsx'
import { addressOf, factsOf } from './history-text.ts'
import { m } from './messages/en.ts'
import type { HistoryEntry } from './types.ts'

const LIST = '/app/history'
/** Of the name of a file. */
const MAX_NAME_CHARACTERS = 60

/** One entry of the history with its content. */
export function EntryPage({ id }: { id: string }) {
  const entry = useResource((signal) => loadEntry(id, signal), [id])
  const loaded = entry.value.value
  const found = loaded.state === 'ready' ? loaded.data : undefined
  const isTranscript = found?.kind === 'transcript'
  useEffect(() => {
    if (isTranscript) navigate(addressOf(found), { replace: true })
  }, [isTranscript])
  if (found === undefined || found.kind === 'transcript')
    return (
      <PageLayout title={m.title} side={<AllEntries />}>
        {loaded.state !== 'failed' ? (
          <Loading label={m.loadingEntry} />
        ) : loaded.error instanceof ApiError && loaded.error.status === 404 ? (
          <Empty icon="search" title={m.noSuchEntry}>
            {fill(m.mayBeGone, { link: <a href={LIST}>{m.showHistory}</a> })}
          </Empty>
        ) : (
          <Failed error={loaded.error} retry={() => void entry.reload()} />
        )}
      </PageLayout>
    )
  return (
    <PageLayout title={found.title} side={<AllEntries />}>
      <div class="entry-head">
        <p class="quiet small grow" title={fullTime(found.created_at)}>
          {factsOf(found)}
        </p>
        <EntryActions
          item={found}
          onChange={({ title, keep, expires_at }) =>
            entry.change((before) => ({ ...before, title, keep, expires_at }))
          }
          onGone={() => navigate(LIST, { replace: true })}
        />
      </div>
      {found.kind === 'speech' ? (
        <ClipPlayer clip={found} isPlayed={false} />
      ) : (
        <Translation entry={found} />
      )}
    </PageLayout>
  )
}

function AllEntries() {
  return (
    <a class="button plain" href={LIST}>
      <Icon name="left" /> {m.title}
    </a>
  )
}

function Translation({ entry }: { entry: Extract<HistoryEntry, { kind: 'translation' }> }) {
  const { title, text, srt, target, source } = entry
  const cues = srt === null ? undefined : fromSrt(srt)
  const plain = cues === undefined ? text : toText(cues)
  const name = `${fileName(title)}.${target}`
  const save = (label: string, ending: string, type: string, content: () => string) => (
    <button
      type="button"
      class="button"
      aria-label={m.downloadAs(label)}
      onClick={() => saveText(`${name}.${ending}`, type, content())}
    >
      <Icon name="download" /> {label}
    </button>
  )
  return (
    <>
      <div class="actions">
        {cues !== undefined && save('SRT', 'srt', 'application/x-subrip', () => toSrt(cues))}
        {cues !== undefined && save('VTT', 'vtt', 'text/vtt', () => toVtt(cues))}
        {save(m.text, 'txt', 'text/plain', () => plain)}
        <CopyButton text={() => plain} label={m.copyText} />
      </div>
      <p class="quiet small entry-facts">
        {source === null
          ? m.translatedTo(languageName(target))
          : m.translatedFrom(languageName(source), languageName(target))}
      </p>
      <div class="entry-text" dir="auto" lang={target}>
        {plain}
      </div>
    </>
  )
}

/** What every system takes as the name of a file. */
function fileName(title: string): string {
  const name = title.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()
  return name.slice(0, MAX_NAME_CHARACTERS) || 'translation'
}
