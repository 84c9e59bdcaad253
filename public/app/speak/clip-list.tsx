import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { clockTime } from '../../ui/audio/clock-time.ts'
import { PlayerView, usePlayer } from '../../ui/audio/player-view.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Resource, useResource } from '../../ui/resource.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { Empty, Failed, Loading, Show, Tries } from '../../ui/state.tsx'
import { DeleteButton, KeepButton } from '../history/entry-buttons.tsx'
import { type ClipPage, listClips, readClip } from './calls.ts'
import { m } from './messages/en.ts'
import { want } from './target.ts'
import type { Clip, WholeClip } from './types.ts'

/** Proposals where nothing was spoken yet. */
const SAMPLES = [m.samples.breakfast, m.samples.fire, m.samples.train]

type Opened = Signal<{ id: string; isPlayed: boolean } | undefined>

interface ClipListProps {
  clips: Resource<ClipPage>
  open: Opened
}

/** The clips that were made before, the newest first. */
export function ClipList({ clips, open }: ClipListProps) {
  const loaded = clips.value.value
  if (loaded.state === 'loading') return <Loading label={m.loadingClips} />
  if (loaded.state === 'failed')
    return <Failed error={loaded.error} retry={() => void clips.reload()} />
  const { items, nextCursor } = loaded.data
  if (items.length === 0)
    return (
      <Empty icon="sound" title={m.noClips}>
        {m.noClipsText}
        <Tries
          of={SAMPLES.map((text) => ({
            label: text,
            icon: 'speak',
            onClick: () => want({ text }),
          }))}
        />
      </Empty>
    )
  const change = (update: (all: readonly Clip[]) => readonly Clip[]) =>
    clips.change((page) => ({ ...page, items: update(page.items) }))
  return (
    <section aria-labelledby="clips" class="clips">
      <h2 class="section" id="clips">
        {m.clips}
      </h2>
      <ul class="rows">
        {items.map((clip) => (
          <ClipRow
            key={clip.id}
            clip={clip}
            open={open}
            onChange={(next) =>
              change((all) => all.map((one) => (one.id === next.id ? next : one)))
            }
            onGone={() => change((all) => all.filter(({ id }) => id !== clip.id))}
          />
        ))}
      </ul>
      {nextCursor !== null && (
        <ShowMore
          onMore={async () => {
            const next = await listClips(nextCursor)
            clips.change((page) => ({ ...next, items: [...page.items, ...next.items] }))
          }}
        />
      )}
    </section>
  )
}

interface ClipRowProps {
  clip: Clip
  open: Opened
  onChange: (clip: Clip) => void
  onGone: () => void
}

function ClipRow({ clip, open, onChange, onGone }: ClipRowProps) {
  const { id, title, seconds, created_at, expires_at, keep } = clip
  const isOpen = open.value?.id === id
  return (
    <li class="row clip">
      <button
        type="button"
        class="button icon"
        aria-expanded={isOpen}
        aria-label={isOpen ? m.closeOne(title) : m.playOne(title)}
        title={isOpen ? m.close : m.play}
        onClick={() => {
          open.value = isOpen ? undefined : { id, isPlayed: true }
        }}
      >
        <Icon name={isOpen ? 'close' : 'play'} />
      </button>
      <span class="grow">
        <span class="one-line clip-name" title={title} dir="auto">
          {title}
        </span>
        <small>
          {seconds !== null && `${clockTime(Math.max(1, seconds))} · `}
          <time dateTime={created_at} title={fullTime(created_at)}>
            {relativeTime(created_at)}
          </time>
          {keep
            ? ` · ${m.kept}`
            : expires_at !== null && ` · ${m.expires(relativeTime(expires_at))}`}
        </small>
      </span>
      <span class="actions beside">
        <KeepButton item={clip} hint={m.keepLonger} onChange={onChange} />
        <DeleteButton item={clip} kind="speech" text={m.deleteText(title)} onGone={onGone} />
      </span>
      {isOpen && <OpenClip id={id} isPlayed={open.value?.isPlayed === true} />}
    </li>
  )
}

function OpenClip({ id, isPlayed }: { id: string; isPlayed: boolean }) {
  const clip = useResource((signal) => readClip(id, signal), [id])
  return (
    <div class="open-clip">
      <Show of={clip}>{(whole) => <ClipPlayer clip={whole} isPlayed={isPlayed} />}</Show>
    </div>
  )
}

/** Plays a clip, with its text and how it was made. */
export function ClipPlayer({ clip, isPlayed }: { clip: WholeClip; isPlayed: boolean }) {
  const { url, title, seconds, format, engine, voice, text } = clip
  // The link may lead to another name of this service.
  const { pathname } = new URL(url, window.location.href)
  const player = usePlayer(pathname, seconds ?? undefined)
  useEffect(() => {
    if (isPlayed) void player.play()
  }, [player])
  return (
    <>
      <PlayerView player={player} name={title}>
        <a
          class="button plain icon"
          href={pathname}
          download
          aria-label={m.downloadOne(title)}
          title={m.download}
        >
          <Icon name="download" />
        </a>
      </PlayerView>
      <p class="quiet small clip-text" dir="auto">
        {text}
      </p>
      <p class="quiet small">
        {voice === null ? engine : `${voice} · ${engine}`} · {format}
      </p>
    </>
  )
}
