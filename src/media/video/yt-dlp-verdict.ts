import { AppError, type ErrorCode } from '../../platform/errors.ts'
import { plainText } from '../../platform/plain-text.ts'
import { redact } from '../../platform/redact.ts'
import type { YtDlpEnd } from './yt-dlp-process.ts'

const MAX_QUOTED_CHARACTERS = 200

interface Rule {
  pattern: RegExp
  code: ErrorCode
  /** Behind "Cannot read this video: "; `HOST` is the site. */
  reason: string
  /** Whether the words of the site are worth quoting. */
  isQuoted?: boolean
}

/** The first that matches wins, so the more certain ones come first. */
const RULES: readonly Rule[] = [
  {
    pattern: /not a bot|captcha|cloudflare|unusual traffic/i,
    code: 'site_blocked',
    reason: 'HOST refuses programs for now',
  },
  {
    pattern:
      /private (?:video|playlist)|video is private|is private|members[- ]only|join this channel|confirm your age|age[- ]restricted|log ?in (?:is )?required|sign in|--cookies|registered users|requires? (?:payment|purchase|login|authentication|a subscription)|premium|subscribers? only|password[- ]protected|HTTP Error 401/i,
    code: 'video_private',
    reason: 'HOST shows it to some of its users only',
    isQuoted: true,
  },
  {
    pattern: /geo[- ]?restrict|in your (?:country|region|location)|not available from your/i,
    code: 'video_private',
    reason: 'HOST does not show it in the country of this server',
    isQuoted: true,
  },
  {
    pattern: /HTTP Error (?:404|410)/,
    code: 'not_found',
    reason: 'HOST has nothing at this address',
  },
  { pattern: /HTTP Error 429/, code: 'site_blocked', reason: 'HOST has had too many requests' },
  { pattern: /HTTP Error (?:403|451)/, code: 'site_blocked', reason: 'HOST refuses programs' },
  { pattern: /HTTP Error (5\d\d)/, code: 'download_failed', reason: 'HOST has a fault of its own' },
  {
    pattern:
      /video unavailable|video is (?:no longer|not|un)[ ]?available|has been (?:removed|deleted|terminated)|does not exist|no longer exists|not found|does not have a \w+ tab/i,
    code: 'not_found',
    reason: 'HOST does not have it',
    isQuoted: true,
  },
  {
    pattern: /is not a valid URL/,
    code: 'invalid',
    reason: 'this is not the address of a page',
  },
  {
    pattern: /will begin in|premieres in|has not (?:yet )?(?:started|begun)|not currently live/i,
    code: 'invalid',
    reason: 'it has not started yet',
    isQuoted: true,
  },
  {
    pattern: /Requested format is not available/,
    code: 'unsupported_site',
    reason: 'HOST offers no sound of it that could be downloaded',
  },
  {
    pattern: /DRM/,
    code: 'unsupported_site',
    reason: 'it is encrypted, so that only players of HOST can play it',
  },
  {
    pattern:
      /Unsupported URL|No suitable extractor|No video formats|no (?:video|media) (?:could be )?found/i,
    code: 'unsupported_site',
    reason: 'no video was found at this address',
  },
  {
    pattern: /timed out|timeout/i,
    code: 'download_timeout',
    reason: 'HOST did not answer in time',
  },
  {
    pattern: /CERTIFICATE_VERIFY_FAILED|certificate/i,
    code: 'download_failed',
    reason: 'the certificate of HOST is not trusted',
  },
  {
    pattern: /refused|Errno 111/i,
    code: 'download_failed',
    reason: 'HOST refuses connections',
  },
  {
    pattern: /Name or service not known|getaddrinfo|resolve/i,
    code: 'download_failed',
    reason: 'HOST is not known',
  },
  {
    pattern: /SSL|TLS|reset by peer|Remote end closed|IncompleteRead|Broken pipe|tunnel|proxy/i,
    code: 'download_failed',
    reason: 'the connection to HOST failed',
  },
]

/** Answers that may be the proxy's own. */
const BY_PROXY =
  /HTTP Error (?:400|403|502|503)|tunnel|proxy|IncompleteRead|reset by peer|closed|more expected/i

interface FailedRun {
  end: YtDlpEnd
  /** The address that was asked for. */
  url: string
  limitMs: number
  /** Whether another yt-dlp may do better. */
  isOld: boolean
}

/** Why a run has failed, in words for who has asked. No path and no secret of this machine is in them. */
export function verdictOf({ end, url, limitMs, isOld }: FailedRun): AppError {
  const host = new URL(url).hostname
  const { refusal, isLate, isFlooded, errors } = end
  if (isLate)
    return cannot(
      'download_timeout',
      `${host} was not done within ${Math.round(limitMs / 1000)} seconds`,
    )
  if (refusal?.code === 'too_large') return refusal
  if (isFlooded) return cannot('download_failed', `${host} says too much about it`)
  const line = errors.findLast((one) => one.startsWith('ERROR:')) ?? ''
  if (refusal !== undefined && BY_PROXY.test(line)) return refusal
  const said = withoutAddresses(line, host)
  for (const { pattern, code, reason, isQuoted = false } of RULES)
    if (pattern.test(said)) {
      const quoted = isQuoted ? quote(line) : ''
      return cannot(code, `${reason.replace('HOST', host)}${quoted}`)
    }
  if (line === '') {
    const reason =
      end.exitCode > 128 ? 'it took more memory or processor time than it may' : 'yt-dlp failed'
    return cannot('download_failed', reason)
  }
  const hint = isOld ? '; the yt-dlp of this server is old, and a newer one may do better' : ''
  return cannot('download_failed', `yt-dlp cannot read ${host}${quote(line)}${hint}`)
}

function cannot(code: ErrorCode, reason: string): AppError {
  return new AppError(code, `Cannot read this video: ${reason}`)
}

/** Words in an address are not about what has happened. */
function withoutAddresses(line: string, host: string): string {
  return line.replace(/https?:\/\/\S+/g, ' ').replaceAll(host, ' ')
}

/** The part of a line that the site, or yt-dlp of it, has to say. */
function quote(line: string): string {
  const words = plainText(redact(line))
    .replace(/^ERROR:\s*/, '')
    // Name of the reader, and the id of the video.
    .replace(/^\[[^\]]*\]\s*(?:\S+:\s+)?/, '')
    .replace(
      /\s*(?:[;(]\s*(?:please report|caused by)|Use --|See\s+https?:|Confirm you are on).*$/i,
      '',
    )
    .replace(/https?:\/\/\S+/g, '')
    .replace(/(?:^|\s)[/~][\w./-]{2,}/g, ' …')
    .replace(/\s+/g, ' ')
    .trim()
  if (words === '') return ''
  const cut =
    words.length > MAX_QUOTED_CHARACTERS ? `${words.slice(0, MAX_QUOTED_CHARACTERS)}…` : words
  return `: "${cut.toWellFormed()}"`
}
