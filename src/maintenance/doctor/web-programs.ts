import type { Config } from '../../config/load.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { INSTALL_YT_DLP } from '../../core/video/videos.ts'
import { findChromium, outputOf } from '../../platform/programs.ts'

const WITHOUT_CHROMIUM =
  'web pages that are made by scripts are read without what the scripts draw, and requests for a drawn page get 503 not_installed'
const WITHOUT_YT_DLP =
  'of video sites only YouTube can be read, without its sound, and other requests get 503 not_installed'
const UPDATE_YT_DLP =
  'pipx upgrade yt-dlp (or pipx install "yt-dlp[default]" in place of the one of apt), now and from time to time'
const INSTALL_CHROMIUM =
  'apt install chromium (Debian), or set programs.chromium to the path of Chrome'

/** How yt-dlp is found and tried. */
export interface YtDlpFinder {
  /** Also of one that does not run; undefined where it is missing. */
  readonly path: string | undefined
  /** @returns undefined where it is missing or does not run */
  find(): Promise<
    | {
        version: string
        /** Whether it is likely to fail at sites that have changed since. */
        isOld: boolean
        /** Path of bubblewrap, where it runs in a sandbox. */
        bwrap: string | undefined
      }
    | undefined
  >
}

/** The programs that read the web and video sites. */
export function webPrograms(
  settings: Config['programs'],
  env: Readonly<Record<string, string | undefined>>,
  ytDlp: YtDlpFinder,
): readonly Check[] {
  return [
    { id: 'chromium', run: async () => [await chromium(settings.chromium, env['PATH'])] },
    { id: 'yt-dlp', run: async () => [await videos(settings.yt_dlp, ytDlp)] },
  ]
}

async function chromium(named: string | undefined, path: string | undefined): Promise<Finding> {
  const id = 'chromium'
  const program = findChromium(named, path)
  if (program === undefined) return missing(id, named, WITHOUT_CHROMIUM, INSTALL_CHROMIUM)
  const output = await outputOf([program.path, '--version'])
  if (output === undefined) return broken(id, program.path, WITHOUT_CHROMIUM)
  const says = `${output.trim().split(' built on ')[0]} draws web pages that are made by scripts`
  if (process.getuid?.() !== 0) return { id, level: 'ok', says }
  return {
    ...{ id, level: 'info', says: `${says}, without its own sandbox, as this user is root` },
    fix: 'Run Hearth as another user',
  }
}

async function videos(named: string | undefined, ytDlp: YtDlpFinder): Promise<Finding> {
  const id = 'yt-dlp'
  const { path } = ytDlp
  if (path === undefined) return missing(id, named, WITHOUT_YT_DLP, INSTALL_YT_DLP)
  const found = await ytDlp.find()
  if (found === undefined) return broken(id, path, WITHOUT_YT_DLP)
  const { version, isOld, bwrap } = found
  if (isOld) {
    const says = `yt-dlp ${version} (${path}) is too old for the video sites of today, which change every few weeks: many requests fail`
    return { id, level: 'warning', says, fix: UPDATE_YT_DLP }
  }
  const says = `yt-dlp ${version} reads video sites`
  if (bwrap !== undefined)
    return { id, level: 'ok', says: `${says}, in a sandbox with one way out, to public addresses` }
  // There is no such sandbox on other systems.
  if (process.platform !== 'linux') return { id, level: 'ok', says }
  return {
    id,
    level: 'info',
    says: `${says} without a sandbox, because bwrap is missing or may not make one here: only the proxy that it is told to use keeps it from private addresses`,
    fix: 'apt install bubblewrap, and allow user namespaces, unless this is a container',
  }
}

/** What the owner names is meant to be there. */
function missing(id: string, named: string | undefined, without: string, install: string): Finding {
  const says = `${named ?? id} is not installed: ${without}`
  if (named === undefined) return { id, level: 'info', says, fix: install }
  const setting = `programs.${id.replace('-', '_')}`
  return { id, level: 'warning', says, fix: `Correct ${setting}, or leave it out` }
}

function broken(id: string, path: string, without: string): Finding {
  const says = `${path} does not run: ${without}`
  return { id, level: 'warning', says, fix: `Try it: ${path} --version` }
}
