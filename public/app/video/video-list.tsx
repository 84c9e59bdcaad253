import { CopyButton } from '../../ui/copy.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/state.tsx'
import { announce } from '../../ui/toast.tsx'
import { AnswerTitle } from './answer-title.tsx'
import { AnswerView } from './answer-view.tsx'
import { type Asked, addressOf, LIST_LIMITS } from './asked.ts'
import { readList, recentLists } from './calls.ts'
import { Description } from './description.tsx'
import { videoFacts } from './facts.ts'
import { m } from './messages/en.ts'
import { OutLink } from './out-link.tsx'
import type { VideoList as Listed, ListedVideo } from './types.ts'
import { useAnswer } from './use-answer.ts'
import { siteOf } from './web-address.ts'

interface VideoListProps {
  asked: Asked
  /** Called with a question about one of its videos. */
  onAsk: (asked: Asked) => void
}

/** The videos of a channel or a playlist. */
export function VideoList({ asked, onAsk }: VideoListProps) {
  const answer = useAnswer(
    addressOf(asked),
    recentLists,
    (signal) => readList(asked, signal),
    () => announce(m.listThere),
  )
  return (
    <AnswerView of={answer} asked={asked} doing={m.askingList(siteOf(asked.url))}>
      {(list) => <List list={list} asked={asked} onAsk={onAsk} />}
    </AnswerView>
  )
}

function List({ list, asked, onAsk }: VideoListProps & { list: Listed }) {
  const { title, url, author, total, items, description } = list
  return (
    <article class="video-answer" aria-label={title}>
      <header class="answer-head">
        <div class="answer-title">
          <AnswerTitle text={title === '' ? siteOf(url) : title} />
          {items.length > 0 && (
            <CopyButton
              text={() => items.map((one) => one.url).join('\n')}
              label={m.copyAddresses}
            />
          )}
        </div>
        <p class="quiet small">
          {author !== null && author.name !== title && `${author.name} · `}
          {m.videos(total ?? items.length)}
          {total !== null && items.length < total && m.ofThemHere(count(items.length))}
          {' · '}
          <OutLink href={url}>{siteOf(url)}</OutLink>
        </p>
      </header>
      {description !== null && description.trim() !== '' && (
        <Description text={description.trim()} />
      )}
      {items.length === 0 ? (
        <Empty icon="film" title={m.noVideos}>
          {m.noVideosText}
        </Empty>
      ) : (
        <>
          <ol class="rows">
            {items.map((video, index) => (
              <Row key={index} video={video} asked={asked} onAsk={onAsk} />
            ))}
          </ol>
          <More list={list} asked={asked} />
        </>
      )}
    </article>
  )
}

function Row({ video, asked, onAsk }: VideoListProps & { video: ListedVideo }) {
  const { title, url, live_status: live } = video
  const name = title === '' ? url : title
  const about = { ...asked, url, from: asked.url }
  return (
    <li class="row video-item">
      <Icon name="film" />
      <span class="grow">
        <a class="entry-name" href={addressOf({ ...about, action: 'video' })} dir="auto">
          {name}
        </a>
        <small>{videoFacts(video).join(' · ')}</small>
      </span>
      {live !== 'live' && live !== 'upcoming' && (
        <button
          type="button"
          class="button plain"
          aria-label={m.transcriptOf(name)}
          onClick={() => onAsk({ ...about, action: 'transcript', source: 'auto', language: '' })}
        >
          {m.actions.transcript}
        </button>
      )}
    </li>
  )
}

/** Whether there are more, and how to see them. */
function More({ list: { items, has_more: hasMore }, asked }: { list: Listed; asked: Asked }) {
  if (hasMore === false) return null
  const next = LIST_LIMITS.find((limit) => limit > asked.limit)
  if (next === undefined)
    return (
      <p class="quiet small">
        {hasMore === null ? m.mayBeMore(count(items.length)) : m.areMore(count(items.length))}
      </p>
    )
  return (
    <div class="actions">
      <a class="button" href={addressOf({ ...asked, limit: next })}>
        <Icon name="down" /> {m.showUpTo(next)}
      </a>
      <span class="quiet small">{hasMore === null ? m.mayBeMoreCost : m.areMoreCost}</span>
    </div>
  )
}
