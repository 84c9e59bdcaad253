import { clockTime } from '../../ui/audio/clock-time.ts'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/icon.tsx'
import { announce } from '../../ui/toast.tsx'
import { languageName } from '../transcribe/languages.ts'
import { AnswerTitle } from './answer-title.tsx'
import { AnswerView } from './answer-view.tsx'
import { type Asked, addressOf } from './asked.ts'
import { readVideo, recentVideos } from './calls.ts'
import { Description } from './description.tsx'
import { creditsOfListening, videoFacts } from './facts.ts'
import { m } from './messages/en.ts'
import { OutLink } from './out-link.tsx'
import type { Video } from './types.ts'
import { useAnswer } from './use-answer.ts'
import { addressAt, siteOf } from './web-address.ts'

interface VideoDetailsProps {
  asked: Asked
  /** Called with another question about the video. */
  onAsk: (asked: Asked) => void
}

/** What a site says of one video. */
export function VideoDetails({ asked, onAsk }: VideoDetailsProps) {
  const answer = useAnswer(
    addressOf(asked),
    recentVideos,
    (signal) => readVideo(asked, signal),
    () => announce(m.detailsThere),
  )
  return (
    <AnswerView of={answer} asked={asked} doing={m.askingAbout(siteOf(asked.url))}>
      {(video) => <Details video={video} asked={asked} onAsk={onAsk} />}
    </AnswerView>
  )
}

function Details({ video, asked, onAsk }: VideoDetailsProps & { video: Video }) {
  const { title, url, author, channel, thumbnails, chapters, description } = video
  const maker = channel ?? author
  const [picture] = thumbnails
  return (
    <article class="video-answer" aria-label={title}>
      <BackToList asked={asked} />
      <header class="answer-head">
        <AnswerTitle text={title === '' ? siteOf(url) : title} />
        <p class="quiet small">
          {[author, channel]
            .filter((one, index, all) => one !== null && one.name !== all[index - 1]?.name)
            .map((one) => (
              <>
                <MakerName maker={one} />
                {' · '}
              </>
            ))}
          {[
            ...videoFacts(video),
            ...(video.language === null ? [] : [languageName(video.language)]),
          ].map((one) => `${one} · `)}
          <OutLink href={url}>{siteOf(url)}</OutLink>
          {picture !== undefined && (
            <>
              {' · '}
              <OutLink href={picture.url}>{m.picture}</OutLink>
            </>
          )}
        </p>
      </header>
      <TranscriptOffer video={video} asked={asked} onAsk={onAsk} />
      {maker?.url != null && (
        <div class="actions">
          <a class="button list-link" href={addressOf({ url: maker.url, action: 'list' })}>
            <Icon name="queue" />
            <span class="one-line" dir="auto">
              {fill(m.videosOf, { name: maker.name })}
            </span>
          </a>
        </div>
      )}
      <Captions video={video} asked={asked} onAsk={onAsk} />
      {chapters.length > 0 && (
        <section aria-label={m.chapters}>
          <h3 class="section">{m.chapters}</h3>
          <ol class="rows timed">
            {chapters.map((chapter, index) => (
              <li class="row" key={index}>
                <TimeLink url={url} seconds={chapter.start} />
                <span class="grow" dir="auto">
                  {chapter.title}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {description !== null && description.trim() !== '' && (
        <section aria-label={m.description}>
          <h3 class="section">{m.description}</h3>
          <Description text={description.trim()} />
        </section>
      )}
    </article>
  )
}

/** Back to the list that a video was opened from. */
export function BackToList({ asked: { from, limit } }: { asked: Asked }) {
  if (from === '') return null
  return (
    <a class="button plain back-to-list" href={addressOf({ url: from, action: 'list', limit })}>
      <Icon name="left" /> {m.backToList}
    </a>
  )
}

function MakerName({ maker }: { maker: Video['author'] }) {
  if (maker === null) return null
  return maker.url === null ? (
    <span dir="auto">{maker.name}</span>
  ) : (
    <OutLink href={maker.url}>{maker.name}</OutLink>
  )
}

/** A time of a video: a link to it on sites that know one. */
export function TimeLink({ url, seconds }: { url: string; seconds: number }) {
  const at = addressAt(url, seconds)
  if (at === undefined) return <span class="time number">{clockTime(seconds)}</span>
  return (
    <a class="time number" href={at} target="_blank" rel="noopener noreferrer nofollow">
      <span class="hidden-text">{m.watchFrom} </span>
      {clockTime(seconds)}
    </a>
  )
}

/** What is said in it, and what that costs. */
function TranscriptOffer({ video, asked, onAsk }: VideoDetailsProps & { video: Video }) {
  const { captions, live_status: live, duration_seconds: seconds } = video
  if (live === 'live' || live === 'upcoming')
    return <p class="notice">{live === 'live' ? m.isLive : m.notStarted}</p>
  return (
    <div class="notice">
      <button
        type="button"
        class="button"
        onClick={() => onAsk({ ...asked, action: 'transcript', source: 'auto', language: '' })}
      >
        <Icon name="document" /> {m.getTranscript}
      </button>
      <span class="small">
        {captions.length > 0
          ? m.fromCaptions
          : seconds === null
            ? m.noCaptions
            : m.noCaptionsFor(creditsOfListening(seconds))}
      </span>
    </div>
  )
}

function Captions({ video, asked, onAsk }: VideoDetailsProps & { video: Video }) {
  const { captions } = video
  if (captions.length === 0) return null
  return (
    <section aria-label={m.captions}>
      <h3 class="section">{m.captions}</h3>
      <ul class="rows">
        {captions.map(({ language, name, kind }, index) => {
          const label = name ?? languageName(language)
          return (
            <li class="row" key={index}>
              <span class="grow">
                <span dir="auto">{label}</span>
                <small>{kind === 'native' ? m.writtenByPeople : m.automaticOfSite}</small>
              </span>
              <button
                type="button"
                class="button plain"
                aria-label={m.readCaptions(label, kind === 'native' ? m.byPeople : m.automatic)}
                onClick={() =>
                  onAsk({ ...asked, action: 'transcript', source: 'native', language })
                }
              >
                {m.buttons.page}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
