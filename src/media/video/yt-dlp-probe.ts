import type { ProgramFiles } from './program-folders.ts'
import { startYtDlp } from './yt-dlp-process.ts'

/** Time limit of trying it. A machine with much to do takes seconds. */
const TRIAL_MS = 30_000
const MAX_HELP_BYTES = 1024 * 1024
const VERSION = /^\d{4}\.\d{2}\.\d{2}[\w.]*$/m
const LONG_OPTION = /(?<![\w-])--[a-z][\w-]*/g

interface ProbeOptions {
  bwrap: string | undefined
  env: Readonly<Record<string, string | undefined>>
}

interface Probed {
  version: string
  options: ReadonlySet<string>
  isIsolated: boolean
}

/** Runs yt-dlp once, and once in a sandbox. @returns undefined where it does not run */
export async function probeYtDlp(
  files: ProgramFiles,
  { bwrap, env }: ProbeOptions,
): Promise<Probed | undefined> {
  const ask = async (option: string, sandbox: string | undefined) => {
    const run = await startYtDlp({
      ...{ files, env, bwrap: sandbox, args: ['--ignore-config', option] },
      // It needs no network.
      egress: undefined,
      maxOutputBytes: MAX_HELP_BYTES,
      maxFileBytes: MAX_HELP_BYTES,
      limitMs: TRIAL_MS,
      signal: new AbortController().signal,
    })
    return run.exitCode === 0 ? run.stdout.toString('utf8') : undefined
  }
  const [help, isolated] = await Promise.all([
    ask('--help', undefined),
    bwrap === undefined ? undefined : ask('--version', bwrap).catch(() => undefined),
  ])
  if (help === undefined) return undefined
  const version = versionIn(isolated) ?? versionIn(await ask('--version', undefined))
  if (version === undefined) return undefined
  return {
    version,
    options: new Set(help.match(LONG_OPTION)),
    isIsolated: versionIn(isolated) !== undefined,
  }
}

function versionIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : VERSION.exec(text)?.[0]
}
