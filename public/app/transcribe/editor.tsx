import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { clockTime } from '../../ui/audio/clock-time.ts'
import { Player } from '../../ui/audio/player.ts'
import { PlayerView } from '../../ui/audio/player-view.tsx'
import { count } from '../../ui/format.ts'
import { PageLayout } from '../../ui/layout.tsx'
import { query, setQuery } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { FileButton } from '../../ui/uploads/file-button.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { RenameButton } from '../history/entry-buttons.tsx'
import { AllTranscripts } from './all-transcripts.tsx'
import { type Tidied, tidySubtitles } from './calls.ts'
import { type Cue, cueAt, fromSrt, toSrt } from './cues.ts'
import { Downloads } from './downloads.tsx'
import { TranscriptDraft } from './draft.ts'
import { languageName } from './languages.ts'
import { recordingOf } from './local-recordings.ts'
import { m } from './messages/en.ts'
import { SegmentList } from './segment-list.tsx'
import { TranslationView } from './translation-view.tsx'
import type { ShownTranscript } from './types.ts'

const translateDialog = lazyPart(() => import('./translate-dialog.tsx'))
const tidyChanges = lazyPart(() => import('./tidy-changes.tsx'))

/** A transcript that is corrected, played, saved, translated and tidied. */
export function Editor({ transcript }: { transcript: ShownTranscript }) {
  const { id, jobId, segments } = transcript
  const title = useSignal(transcript.title)
  const isFull = useSignal(false)
  const draft = useMemo(
    () =>
      new TranscriptDraft(id ?? jobId ?? '', () => {
        isFull.value = true
      }),
    [id, jobId],
  )
  useEffect(() => () => draft.close(), [draft])
  const cues = useRef<Cue[]>([])
  /** Counts the changes of all segments at once; those of one are in the document. */
  const round = useSignal(0)
  const isEdited = useSignal(false)
  const tidied = useSignal<Tidied | undefined>(undefined)
  const changes = useLazy(tidyChanges, tidied.value !== undefined)
  useMemo(() => {
    const edited = draft.read()
    isEdited.value = edited !== undefined
    cues.current = edited ?? plainCues(segments)
  }, [draft])
  const { player, choose } = usePlayerOf(jobId, transcript.seconds)
  const asked = useSignal(-1)
  useEffect(() => {
    const at = query.peek().get('at')
    if (at === null) return
    // Once the segments are there, and once more when as many are drawn as it takes.
    const index = cueAt(cues.current, Number(at))
    const frames = [index, -1, index]
    const show = () => {
      asked.value = frames.shift() ?? index
      if (frames.length > 0) requestAnimationFrame(show)
    }
    requestAnimationFrame(show)
  }, [])
  const current = useComputed(() => {
    const { value } = player
    const isAsked = value === undefined || (value.time.value === 0 && !value.isPlaying.value)
    if (isAsked) return asked.value
    round.value
    return cueAt(cues.current, value.time.value)
  })
  const beside = useSignal<readonly string[] | undefined>(undefined)
  const isTranslating = useSignal(false)
  const dialog = useLazy(translateDialog, isTranslating.value, () => {
    isTranslating.value = false
  })
  const replace = (next: readonly Cue[], isChanged: boolean) => {
    cues.current = next.map((cue) => ({ ...cue }))
    isEdited.value = isChanged
    if (isChanged) draft.keep(cues.current)
    else draft.forget()
    round.value += 1
  }
  const edit = (index: number, text: string) => {
    const cue = cues.current[index]
    if (cue === undefined) return
    cue.text = text
    isEdited.value = true
    draft.keep(cues.current)
  }
  const translation = query.value.get('translation')
  const closeTranslation = () => {
    beside.value = undefined
    setQuery({ translation: '' })
  }
  return (
    <PageLayout
      title={title.value}
      side={
        <>
          {id !== null && (
            <RenameButton
              id={id}
              title={title.value}
              label={m.rename}
              onChange={(changed) => {
                title.value = changed.title
              }}
            />
          )}
          <AllTranscripts />
        </>
      }
    >
      {segments.length === 0 ? (
        <Empty icon="sound" title={m.nothingSpoken}>
          {m.listenedTo(clockTime(transcript.seconds))}{' '}
          <a href="/app/transcribe">{m.transcribeAnother}</a>
        </Empty>
      ) : (
        <>
          <p class="quiet small">
            {factsOf(transcript)}
            <SourceLink source={transcript.source} />
          </p>
          <Tools
            cues={() => cues.current}
            name={title.value}
            onTranslate={() => {
              isTranslating.value = true
            }}
            onTidy={() =>
              attempt(async () => {
                const before = cues.current
                const result = await tidySubtitles(toSrt(before))
                closeTranslation()
                replace(fromSrt(result.srt), true)
                tidied.value = result
                toast(
                  result.changes.length === 0
                    ? m.nothingChanged
                    : m.changesMade(result.changes.length),
                  { label: m.undo, run: () => undoTidy(before) },
                )
              })
            }
          />
          <div class="editor-sound">
            <Sound player={player.value} onChoose={choose} />
          </div>
          {translation !== null && (
            <TranslationView
              key={translation}
              id={translation}
              title={title.value}
              onClose={closeTranslation}
              onTexts={(texts) => {
                beside.value = texts
              }}
            />
          )}
          {tidied.value !== undefined && changes !== undefined && (
            <changes.TidyChanges
              tidied={tidied.value}
              onClose={() => {
                tidied.value = undefined
              }}
            />
          )}
          {isEdited.value && (
            <p class="edited small quiet">
              {isFull.value ? m.noRoom : m.changesKept}{' '}
              <button
                type="button"
                class="link"
                onClick={() => {
                  const before = cues.current
                  tidied.value = undefined
                  replace(plainCues(segments), false)
                  toast(m.changesUndone, {
                    label: m.bringBack,
                    run: () => replace(before, true),
                  })
                }}
              >
                {m.undoAll}
              </button>
            </p>
          )}
          <SegmentList
            key={round.value}
            cues={cues.current}
            beside={beside.value}
            current={current}
            onSeek={
              player.value === undefined
                ? undefined
                : (seconds) => {
                    player.value?.seek(seconds)
                    void player.value?.play()
                  }
            }
            onEdit={edit}
          />
        </>
      )}
      {isTranslating.value && dialog !== undefined && (
        <dialog.TranslateDialog
          srt={() => toSrt(cues.current)}
          title={title.value}
          source={transcript.language}
          onStarted={(job) => setQuery({ translation: job })}
          onClose={() => {
            isTranslating.value = false
          }}
        />
      )}
    </PageLayout>
  )

  function undoTidy(before: readonly Cue[]): void {
    tidied.value = undefined
    replace(before, true)
  }
}

/** Words with times are of no use here, and would make the draft large. */
function plainCues(segments: readonly Cue[]): Cue[] {
  return segments.map(({ start, end, text }) => ({ start, end, text }))
}

function factsOf({ seconds, language, engine, model, segments }: ShownTranscript): string {
  return [
    clockTime(seconds),
    `${count(segments.length)} ${segments.length === 1 ? 'segment' : 'segments'}`,
    ...(language === null ? [] : [languageName(language)]),
    model === null ? engine : `${engine}/${model}`,
  ].join(' · ')
}

/** The player of the recording, where this browser still has it or is given it again. */
function usePlayerOf(jobId: string | null, seconds: number) {
  const player = useSignal<Player | undefined>(undefined)
  const choose = (file: File) => {
    player.peek()?.close()
    player.value = new Player(file, seconds)
  }
  useEffect(() => {
    const known = recordingOf(jobId)
    if (known !== undefined) choose(known)
    return () => player.peek()?.close()
  }, [])
  return { player, choose }
}

function Sound({
  player,
  onChoose,
}: {
  player: Player | undefined
  onChoose: (file: File) => void
}) {
  if (player !== undefined) return <PlayerView player={player} name={m.theRecording} />
  return (
    <div class="actions no-sound">
      <FileButton
        icon="sound"
        accept="audio/*,video/*"
        onFiles={([file]) => {
          if (file !== undefined) onChoose(file)
        }}
      >
        {m.chooseRecording}
      </FileButton>
      <span class="quiet small">{m.toListen}</span>
    </div>
  )
}

interface ToolsProps {
  cues: () => readonly Cue[]
  name: string
  onTranslate: () => void
  onTidy: () => Promise<unknown>
}

function Tools({ cues, name, onTranslate, onTidy }: ToolsProps) {
  const isBusy = useSignal(false)
  return (
    <div class="actions editor-tools">
      <Downloads cues={cues} name={name} />
      <span class="tools-gap" />
      <button type="button" class="button" onClick={onTranslate}>
        {m.translate}
      </button>
      <button
        type="button"
        class="button"
        title={m.tidyHint}
        disabled={isBusy.value}
        onClick={async () => {
          isBusy.value = true
          await onTidy()
          isBusy.value = false
        }}
      >
        {m.tidy}
      </button>
    </div>
  )
}

/** Leads to what else can be had of the address that a transcript was made from. */
function SourceLink({ source }: { source: string | null | undefined }) {
  const address = URL.parse(source ?? '')
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') return null
  return (
    <>
      {` · ${m.from} `}
      <a href={`/app/video?${new URLSearchParams({ url: address.href })}`}>
        {address.hostname.replace(/^www\./, '')}
      </a>
    </>
  )
}
