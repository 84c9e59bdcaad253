import { tmpdir } from 'node:os'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { plainText } from '../../platform/subprocess.ts'
import { ThreadPool } from '../../platform/thread-pool.ts'
import type { OpenEgressProxy } from '../contract-fetch.ts'
import type { VideoListing, VideoRequest } from '../contract-video.ts'
import { parseTarget, resolveHost } from '../fetch/resolve-host.ts'
import { withoutSmuggled } from './yt-dlp-fields.ts'
import {
  type AnswerRequest,
  type ReadAnswer,
  type ReadVideo,
  readAnswer,
} from './yt-dlp-options.ts'
import { type RunFolders, startYtDlp, type YtDlpEnd, type YtDlpJob } from './yt-dlp-process.ts'
import { type InstalledYtDlp, YtDlpProgram, type YtDlpPrograms } from './yt-dlp-program.ts'

/** What one question about a video or a list may load. @limit video-pages MiB */
export const MAX_VIDEO_PAGES_BYTES = 200 * 1024 * 1024
/** What yt-dlp may answer to it. @limit video-answer MiB */
export const MAX_VIDEO_ANSWER_BYTES = 32 * 1024 * 1024
/** Files that it writes for itself. */
const MAX_OWN_FILE_BYTES = 300 * 1024 * 1024

export interface YtDlpOptions {
  programs?: YtDlpPrograms | undefined
  /** Whose PATH is searched. */
  env: Readonly<Record<string, string | undefined>>
  openEgressProxy: OpenEgressProxy
  /** Where the folders of runs are made; the system's folder of temporary files by default. */
  temporaryFolder?: string | undefined
  /** How long one that did not run counts as missing, in milliseconds. */
  retryMs?: number | undefined
}

/** What a run may use beside the bounds that all have. */
type RunJob = Pick<YtDlpJob, 'outputFolder' | 'inputs' | 'onOutput'> & {
  toArguments: (installed: InstalledYtDlp, folders: RunFolders) => readonly string[]
  maxBytes?: number
  maxFileBytes?: number
}

/** Starts yt-dlp for questions about addresses that users have given. */
export class YtDlpRuns implements Disposable {
  readonly program: YtDlpProgram
  readonly temporaryFolder: string
  readonly #options: YtDlpOptions
  readonly #reader = new AnswerReader()

  constructor(options: YtDlpOptions) {
    this.#options = options
    this.temporaryFolder = options.temporaryFolder ?? tmpdir()
    this.program = new YtDlpProgram(options)
  }

  /**
   * Asks for one video.
   *
   * @returns What it says, also as it was printed
   * @throws {AppError} as `VideoSource`
   */
  async video(
    request: VideoRequest,
    toArguments: RunJob['toArguments'],
  ): Promise<ReadVideo & { json: Uint8Array; url: string }> {
    const { answer, end, url, failure } = await this.#ask(request, toArguments, undefined)
    if (answer.kind === 'refused') throw new AppError('invalid', answer.reason)
    if (answer.kind !== 'video') throw failure()
    return { ...answer, json: end.stdout, url }
  }

  /**
   * Asks for a list.
   *
   * @throws {AppError} as `VideoSource`
   */
  async listing(
    request: VideoRequest,
    toArguments: RunJob['toArguments'],
    limit: number,
  ): Promise<VideoListing> {
    const { answer, failure } = await this.#ask(request, toArguments, limit)
    if (answer.kind !== 'listing') throw failure()
    return answer.listing
  }

  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]()
  }

  async #ask(request: VideoRequest, toArguments: RunJob['toArguments'], limit: number | undefined) {
    const ran = await this.run(request, { toArguments })
    const { end, url, failure } = ran
    if (end.isLate || end.isFlooded) throw failure()
    const answer = await this.#reader.read({ bytes: end.stdout, url, limit }, request.signal)
    return { ...ran, answer }
  }

  /**
   * Runs it to its end, however it ends.
   *
   * @returns `failure` gives the reason for a run that has not done what it should
   * @throws {AppError} as `VideoSource`, before it is started
   */
  async run(
    { url: given, deadlineMs, signal }: VideoRequest,
    { toArguments, maxBytes = MAX_VIDEO_PAGES_BYTES, maxFileBytes, ...job }: RunJob,
  ): Promise<{ end: YtDlpEnd; url: string; failure: () => AppError }> {
    const until = performance.now() + deadlineMs
    signal.throwIfAborted()
    const url = withoutSmuggled(given.trim())
    // Before a process is started for it.
    await resolveHost(parseTarget(url), signal)
    const installed = await this.#installed()
    const { files, bwrap, isOld } = installed
    const limitMs = Math.max(1, until - performance.now())
    const { env, openEgressProxy: open } = this.#options
    const end = await startYtDlp({
      ...job,
      files,
      bwrap,
      env,
      signal,
      limitMs,
      temporaryFolder: this.temporaryFolder,
      args: (folders) => toArguments(installed, folders),
      // In one line, whatever was given.
      stdin: `${new URL(url).href}\n`,
      egress: { open, options: { maxBytes, deadlineMs: limitMs, signal } },
      maxOutputBytes: MAX_VIDEO_ANSWER_BYTES,
      maxFileBytes: maxFileBytes ?? MAX_OWN_FILE_BYTES,
    })
    return { end, url, failure: () => verdictOf({ end, url, limitMs: deadlineMs, isOld }) }
  }

  /** @throws {AppError} `not_installed` */
  async #installed(): Promise<InstalledYtDlp> {
    const found = await this.program.find()
    if (found !== undefined) return found
    throw new AppError(
      'not_installed',
      this.program.path === undefined
        ? 'Reading videos takes yt-dlp, which is not installed on this server; its owner can add it with pipx install yt-dlp'
        : 'The yt-dlp of this server does not run; its owner can repair it with pipx install --force yt-dlp',
    )
  }
}

/** Read at once: it takes a few milliseconds, less than a thread takes to start. */
const MAX_SHORT_BYTES = 512 * 1024
/** Long answers that are read at a time. */
const THREADS = 1
/** How long the thread waits for the next one before its memory is given back. */
const IDLE_MS = 10_000
const READ_MS = 20_000

/** Reads answers of yt-dlp, long ones in a thread of their own. */
class AnswerReader implements Disposable {
  readonly #pool = new ThreadPool<AnswerRequest, ReadAnswer>({
    worker: new URL('./yt-dlp.thread.ts', import.meta.url),
    threads: THREADS,
    idleMs: IDLE_MS,
  })

  async read(request: AnswerRequest, signal: AbortSignal): Promise<ReadAnswer> {
    if (request.bytes.byteLength <= MAX_SHORT_BYTES) return readAnswer(request)
    return this.#pool.ask(request, signal, {
      cpuMs: READ_MS,
      onTimeout: () => {
        throw new AppError('download_failed', 'Cannot read this video: the site says too much')
      },
    })
  }

  [Symbol.dispose](): void {
    this.#pool[Symbol.dispose]()
  }
}

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
function verdictOf({ end, url, limitMs, isOld }: FailedRun): AppError {
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
