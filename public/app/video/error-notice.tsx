import type { ComponentChildren } from 'preact'
import { ApiError, errorMessage } from '../../ui/api.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Failed } from '../../ui/state.tsx'
import { type Asked, addressOf, PAGE_SECONDS } from './asked.ts'

interface ErrorNoticeProps {
  error: unknown
  asked: Asked
  /** Called with another question where that is started by a button only. */
  onAsk?: ((asked: Asked) => void) | undefined
  /** Undefined where the same would fail again. */
  retry?: (() => void) | undefined
}

interface ErrorText {
  icon: IconName
  title: string
  /** After what the service says. */
  more?: ComponentChildren
  /** Whether the same may work later. */
  isPassing?: boolean
}

const LONGEST = PAGE_SECONDS[PAGE_SECONDS.length - 1] ?? 60

/** Why there is no answer: what has happened, who can change it, and what else can be done. */
export function ErrorNotice({ error, asked, onAsk, retry }: ErrorNoticeProps) {
  const found = error instanceof ApiError ? textOf(error.code, asked, onAsk) : undefined
  if (found === undefined)
    return <Failed error={error} {...(retry === undefined ? {} : { retry })} />
  const { icon, title, more, isPassing = false } = found
  return (
    <div class="state" role="alert">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{errorMessage(error)}</p>
      {more}
      {isPassing && retry !== undefined && (
        <button type="button" class="button" onClick={retry}>
          <Icon name="again" /> Try again
        </button>
      )}
    </div>
  )
}

/** @returns undefined for failures that say enough by themselves */
function textOf(
  code: string,
  asked: Asked,
  onAsk: ErrorNoticeProps['onAsk'],
): ErrorText | undefined {
  const { action, source } = asked
  const isPage = action === 'page'
  switch (code) {
    case 'not_installed':
      return isPage
        ? noBrowser(asked)
        : action === 'transcript'
          ? noTool(asked, onAsk)
          : noReader(asked)
    case 'capability_denied':
      return {
        icon: 'key',
        title: 'You may not do this',
        more: <p>Whoever runs this service can allow it.</p>,
      }
    case 'pending_approval':
      return { icon: 'clock', title: 'Your account waits for approval' }
    case 'forbidden':
      return { icon: 'warning', title: 'The site does not allow it' }
    case 'video_private':
      return { icon: 'film', title: 'This video is not open to everybody' }
    case 'not_found':
      return { icon: 'search', title: 'There is nothing at this address' }
    case 'address_refused':
      return { icon: 'warning', title: 'This address cannot be read' }
    case 'invalid':
      return { icon: 'warning', title: 'This cannot be read' }
    case 'unsupported_site':
      return {
        icon: 'film',
        title: 'No video was found there',
        more: !isPage && (
          <Instead asked={asked} other={{ action: 'page' }} label="Read it as a page" />
        ),
      }
    case 'site_blocked':
      return {
        icon: 'warning',
        title: 'The site turns programs away',
        isPassing: true,
        more: action === 'transcript' && source !== 'generated' && (
          <Instead
            asked={asked}
            onAsk={onAsk}
            other={{ source: 'generated' }}
            label="Listen to it, for 2 credits a minute"
          />
        ),
      }
    case 'download_timeout':
      return {
        icon: 'clock',
        title: 'It took too long',
        isPassing: true,
        more: isPage && asked.seconds < LONGEST && (
          <Instead
            asked={asked}
            other={{ seconds: LONGEST }}
            label={`Give it ${LONGEST} seconds`}
          />
        ),
      }
    default:
      return undefined
  }
}

function noBrowser(asked: Asked): ErrorText {
  return {
    icon: 'device',
    title: 'No browser is installed here',
    isPassing: true,
    more: (
      <>
        <p>Whoever runs this service can install one. Most pages can be read without.</p>
        <Instead asked={asked} other={{ render: 'never' }} label="Read it without a browser" />
      </>
    ),
  }
}

function noReader(asked: Asked): ErrorText {
  return {
    icon: 'film',
    title: 'This site cannot be read yet',
    isPassing: true,
    more: (
      <>
        <p>It reads videos of more than a thousand sites, and is found automatically.</p>
        <Instead asked={asked} other={{ action: 'page' }} label="Read it as a page" />
      </>
    ),
  }
}

/** A transcription engine, ffmpeg or yt-dlp: the service says which. */
function noTool(asked: Asked, onAsk: ErrorNoticeProps['onAsk']): ErrorText {
  return {
    icon: 'microphone',
    title: 'Something has to be installed first',
    isPassing: true,
    more: (
      <>
        <p>Whoever runs this service can install it. It is found automatically.</p>
        {asked.source !== 'native' && (
          <Instead asked={asked} onAsk={onAsk} other={{ source: 'native' }} label="Captions only" />
        )}
      </>
    ),
  }
}

interface InsteadProps extends Pick<ErrorNoticeProps, 'asked' | 'onAsk'> {
  other: Partial<Asked>
  label: string
}

/** Asks for something else of the same address. */
function Instead({ asked, onAsk, other, label }: InsteadProps) {
  const next = { ...asked, ...other, job: '' }
  if (onAsk === undefined)
    return (
      <a class="button" href={addressOf(next)}>
        {label}
      </a>
    )
  return (
    <button type="button" class="button" onClick={() => onAsk(next)}>
      {label}
    </button>
  )
}
