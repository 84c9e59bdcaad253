import type { ComponentChildren } from 'preact'
import { ApiError, errorMessage } from '../../ui/api.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Failed } from '../../ui/state.tsx'
import { type Asked, addressOf, PAGE_SECONDS } from './asked.ts'
import { m } from './messages/en.ts'

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
          <Icon name="again" /> {m.tryAgain}
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
        title: m.errors.capability_denied,
        more: <p>{m.canAllow}</p>,
      }
    case 'pending_approval':
      return { icon: 'clock', title: m.errors.pending_approval }
    case 'forbidden':
      return { icon: 'warning', title: m.errors.forbidden }
    case 'video_private':
      return { icon: 'film', title: m.errors.video_private }
    case 'not_found':
      return { icon: 'search', title: m.errors.not_found }
    case 'address_refused':
      return { icon: 'warning', title: m.errors.address_refused }
    case 'invalid':
      return { icon: 'warning', title: m.errors.invalid }
    case 'unsupported_site':
      return {
        icon: 'film',
        title: m.errors.unsupported_site,
        more: !isPage && <Instead asked={asked} other={{ action: 'page' }} label={m.readAsPage} />,
      }
    case 'site_blocked':
      return {
        icon: 'warning',
        title: m.errors.site_blocked,
        isPassing: true,
        more: action === 'transcript' && source !== 'generated' && (
          <Instead
            asked={asked}
            onAsk={onAsk}
            other={{ source: 'generated' }}
            label={m.listenInstead}
          />
        ),
      }
    case 'download_timeout':
      return {
        icon: 'clock',
        title: m.errors.download_timeout,
        isPassing: true,
        more: isPage && asked.seconds < LONGEST && (
          <Instead asked={asked} other={{ seconds: LONGEST }} label={m.giveSeconds(LONGEST)} />
        ),
      }
    default:
      return undefined
  }
}

function noBrowser(asked: Asked): ErrorText {
  return {
    icon: 'device',
    title: m.errors.noBrowser,
    isPassing: true,
    more: (
      <>
        <p>{m.canInstallBrowser}</p>
        <Instead asked={asked} other={{ render: 'never' }} label={m.readWithout} />
      </>
    ),
  }
}

function noReader(asked: Asked): ErrorText {
  return {
    icon: 'film',
    title: m.errors.noReader,
    isPassing: true,
    more: (
      <>
        <p>{m.readerText}</p>
        <Instead asked={asked} other={{ action: 'page' }} label={m.readAsPage} />
      </>
    ),
  }
}

/** A transcription engine, ffmpeg or yt-dlp: the service says which. */
function noTool(asked: Asked, onAsk: ErrorNoticeProps['onAsk']): ErrorText {
  return {
    icon: 'microphone',
    title: m.errors.noTool,
    isPassing: true,
    more: (
      <>
        <p>{m.canInstall}</p>
        {asked.source !== 'native' && (
          <Instead
            asked={asked}
            onAsk={onAsk}
            other={{ source: 'native' }}
            label={m.source.native}
          />
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
