import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { egressProxies } from '../../src/media/fetch/egress-proxy.ts'
import { PinnedFetch } from '../../src/media/fetch/pinned-fetch.ts'
import { YtDlp } from '../../src/media/video/yt-dlp.ts'
import { createLog } from '../../src/platform/log.ts'
import { tempFolder } from './process.ts'

/** A public address at which nothing is asked. */
export const VIDEO_URL = 'http://93.184.216.34/watch'

const OPTIONS = `
  --ignore-config --no-plugin-dirs --no-js-runtimes --no-remote-components --compat-options
  --no-cache-dir --no-exec --no-warnings --no-progress --color --socket-timeout --default-search
  --retries --extractor-retries --fragment-retries --fixup --ffmpeg-location --dump-single-json
  --flat-playlist --ignore-no-formats-error --no-playlist --yes-playlist --playlist-items
  --extractor-args --format --skip-download --write-subs --write-auto-subs --sub-langs
  --sub-format --output --load-info-json --match-filters --max-filesize --downloader --no-part
  --no-mtime --quiet --progress --newline --progress-template --print --help --version
`
  .trim()
  .split(/\s+/)

const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
case "$*" in
  *' --version') cat "$here/version"; exit ;;
  *' --help') cat "$here/help"; exit ;;
esac
printf '%s\\n' "$@" > "$here/args"
env > "$here/env"
cat > "$here/stdin"
. "$here/run"
`

/** What a run prints, and how it ends. */
export interface YtDlpRun {
  stdout?: string
  stderr?: string
  exit?: number
  /** Lines of a shell that are run before; its folder is \`$here\`. */
  shell?: string
}

export type YtDlpDouble = ReturnType<typeof installYtDlp>

/** Installs a double of yt-dlp, which replays what the real one has printed. */
export function installYtDlp({ version = '2026.10.26', options = OPTIONS } = {}) {
  const folder = tempFolder()
  const path = (name: string) => join(folder.path, name)
  mkdirSync(path('runs'))
  writeFileSync(path('version'), `${version}\n`)
  writeFileSync(path('help'), options.map((one) => `    ${one}  VALUE   What it does\n`).join(''))
  writeFileSync(path('yt-dlp'), SCRIPT, { mode: 0o755 })
  const lines = (name: string) =>
    existsSync(path(name)) ? readFileSync(path(name), 'utf8').trimEnd().split('\n') : undefined
  const source = new YtDlp({
    programs: { yt_dlp: path('yt-dlp'), bwrap: path('none') },
    env: { PATH: process.env['PATH'] },
    openEgressProxy: egressProxies({ log: createLog('silent') }),
    safeFetch: new PinnedFetch(),
    temporaryFolder: path('runs'),
    retryMs: 50,
  })
  return {
    folder: folder.path,
    program: path('yt-dlp'),
    source,
    /** What it does from now on. */
    replay: ({ stdout = 'null\n', stderr = '', exit = 0, shell = '' }: YtDlpRun) => {
      writeFileSync(path('stdout'), stdout)
      writeFileSync(path('stderr'), stderr)
      writeFileSync(
        path('run'),
        `${shell}\ncat "$here/stderr" >&2\ncat "$here/stdout"\nexit ${exit}\n`,
      )
    },
    /** Of the last run; undefined where there was none. */
    args: () => lines('args'),
    env: () => lines('env'),
    stdin: () => lines('stdin'),
    /** The folders of runs that are there now. */
    runFolders: () => readdirSync(path('runs')),
    [Symbol.dispose]: () => {
      source[Symbol.dispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** A question about {@link VIDEO_URL}. */
export function videoRequest(
  more: { url?: string; deadlineMs?: number; signal?: AbortSignal } = {},
) {
  return { url: VIDEO_URL, deadlineMs: 60_000, signal: new AbortController().signal, ...more }
}
