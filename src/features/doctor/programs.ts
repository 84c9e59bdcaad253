import { join } from 'node:path'
import type { Config } from '../../config/load.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import type { Containment } from '../../platform/containment/contract.ts'
import { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { createLog } from '../../platform/log.ts'
import { findChromium, findProgram, outputOf } from '../../platform/programs.ts'
import { BubblewrapSandbox } from '../../sandbox/bubblewrap-sandbox.ts'
import type { Isolation } from '../../sandbox/contract.ts'
import { Skills } from '../skills/skills.ts'
import { offeredNames } from '../tool-servers/settings.ts'
import { INSTALL_YT_DLP } from '../video/videos.ts'
import { FileWorkerProfiles } from '../workers/file-worker-profiles.ts'

/** Whether the commands of worker jobs can be separated from this machine. */
export function workerSandbox(
  { programs, data_dir }: Pick<Config, 'programs' | 'data_dir'>,
  env: Readonly<Record<string, string | undefined>>,
): Check {
  const id = 'worker-sandbox'
  return {
    id,
    run: async () => {
      const hidden = [data_dir, process.cwd()]
      using sandbox = new BubblewrapSandbox({ bwrap: programs.bwrap, env, hidden })
      const state = await sandbox.state()
      if (!state.ok)
        return [{ id, level: 'info', says: `Worker jobs are off: ${state.reason}`, fix: state.fix }]
      return [{ id, level: 'ok', says: isolationText(state.isolation) }]
    },
  }
}

function isolationText({ user, cgroup, python }: Isolation): string {
  return [
    'Commands of worker jobs run in a sandbox',
    user === 'own' ? 'as a user of their own for each job' : 'without any rights',
    cgroup === 'none'
      ? 'with their memory looked at ten times a second'
      : `with their memory bounded by control groups (${cgroup})`,
    python === undefined ? 'and without Python, which is not installed' : 'and with Python',
  ].join(', ')
}

/** Whether the owner's profiles of workers can be used. */
export function workerProfiles({
  data_dir,
  workers,
  mcp_servers,
}: {
  data_dir: Config['data_dir']
  workers: Pick<Config['workers'], 'timeout_seconds'>
  mcp_servers: Config['mcp_servers']
}): Check {
  const id = 'worker-profiles'
  return {
    id,
    run: () => {
      // What it would log is a finding here.
      const log = createLog('silent')
      const skills = new Skills({ folder: join(data_dir, 'skills'), log })
      const profiles = new FileWorkerProfiles({
        folder: join(data_dir, 'worker-profiles'),
        maxSeconds: workers.timeout_seconds,
        skillInstruction: (name) =>
          skills.names.includes(name) ? skills.get(name).instruction : undefined,
        foreignTools: offeredNames(mcp_servers),
        log,
      })
      const findings = profiles.faults.map(({ name, fault }) => ({
        id,
        level: 'warning' as const,
        says: `The worker profile ${name} cannot be used: ${fault}`,
        fix: `Correct ${join(data_dir, 'worker-profiles', name, 'PROFILE.md')}`,
      }))
      if (findings.length > 0) return findings
      const own = profiles.list().filter(({ source }) => source !== 'shipped').length
      return own === 0
        ? []
        : [{ id, level: 'ok', says: `Your profiles of workers can be used: ${own}` }]
    },
  }
}

const CONTAINMENT: Readonly<Record<Containment['kind'], string>> = {
  'pid-namespace':
    'Tools run in a PID namespace each: nothing that they start outlives them or the service',
  'control-group':
    'Tools run in a control group each: what they start ends with them, and what a killed service leaves at its next start',
}

/** Whether what a tool starts can outlive it. */
export function toolContainment(
  { programs }: Pick<Config, 'programs'>,
  env: Readonly<Record<string, string | undefined>>,
): Check {
  const id = 'tool-containment'
  return {
    id,
    run: async () => {
      const found = await new ToolContainment({ ...programs, env }).find()
      if (found !== undefined) return [{ id, level: 'ok', says: CONTAINMENT[found.kind] }]
      const says = 'A process that a tool detaches from itself can outlive it, and the service'
      if (programs.contain === false)
        return [{ id, level: 'info', says: `${says}: programs.contain is off`, fix: 'Remove it' }]
      if (process.platform !== 'linux')
        return [{ id, level: 'info', says: `${says} on this system` }]
      const fix =
        'apt install bubblewrap (Debian, Ubuntu), and allow it to make PID namespaces; or let the service make control groups (Delegate=yes in its unit)'
      return [
        { id, level: 'info', says: `${says}: bubblewrap can make no PID namespace here`, fix },
      ]
    },
  }
}

const INSTALL = 'apt install ffmpeg (Debian, Ubuntu) or brew install ffmpeg (macOS)'
const WITHOUT_FFMPEG =
  'of recordings only WAV files of PCM can be read, speech is only given as wav or pcm, and other requests get 503 not_installed'
const ON_LINUX = process.platform === 'linux'

/** Programs of other makers, and what is switched off without them. */
export function programs(
  settings: Config['programs'],
  env: Readonly<Record<string, string | undefined>>,
): readonly Check[] {
  const check = (id: string, find: () => Promise<Finding>): Check => ({
    id,
    run: async () => [await find()],
  })
  return [
    check('ffmpeg', () => ffmpeg(settings, env['PATH'])),
    // They exist on Linux only.
    ...(ON_LINUX
      ? [
          check('prlimit', async () => prlimit()),
          check('bubblewrap', () => bubblewrap(settings, env['PATH'])),
        ]
      : []),
  ]
}

async function ffmpeg(settings: Config['programs'], path: string | undefined): Promise<Finding> {
  const id = 'ffmpeg'
  for (const name of ['ffmpeg', 'ffprobe'] as const) {
    const command = settings[name] ?? name
    const program = findProgram(command, path)
    if (program === undefined) {
      // What the owner names is meant to be there.
      const level = settings[name] === undefined ? 'info' : 'warning'
      const says = `${command} is not installed: ${WITHOUT_FFMPEG}`
      const fix = level === 'info' ? INSTALL : `Correct programs.${name}, or leave it out`
      return { id, level, says, fix }
    }
    if ((await outputOf([program.path, '-version'])) !== undefined) continue
    const says = `${program.path} does not run: ${WITHOUT_FFMPEG}`
    return { id, level: 'warning', says, fix: `Try it: ${program.path} -version` }
  }
  const version = await outputOf([findProgram(settings.ffmpeg ?? id, path)?.path ?? id, '-version'])
  const number = /^ffmpeg version (\S+)/.exec(version ?? '')?.[1] ?? 'of an unknown version'
  return { id, level: 'ok', says: `ffmpeg ${number} reads and writes sound of all kinds` }
}

function prlimit(): Finding {
  const id = 'prlimit'
  if (Bun.which(id) !== null)
    return { id, level: 'ok', says: 'Documents and recordings are read with bounds on memory' }
  return {
    id,
    level: 'warning',
    says: 'prlimit is not installed: a document or recording made to do harm can use up the memory, until its time is over',
    fix: 'apt install util-linux',
  }
}

async function bubblewrap(
  settings: Config['programs'],
  path: string | undefined,
): Promise<Finding> {
  const id = 'bubblewrap'
  const outside = 'recordings are decoded without a sandbox, which is a second wall only'
  const program = findProgram(settings.bwrap ?? 'bwrap', path)
  if (program === undefined)
    return {
      id,
      level: 'info',
      says: `bwrap is not installed: ${outside}`,
      fix: 'apt install bubblewrap',
    }
  const works = await outputOf([program.path, '--unshare-all', '--ro-bind', '/', '/', 'true'])
  if (works !== undefined)
    return { id, level: 'ok', says: 'Recordings are decoded in a sandbox without network' }
  return {
    id,
    level: 'info',
    says: `bwrap is not allowed to make a sandbox here: ${outside}`,
    fix: 'Allow user namespaces, unless this is a container',
  }
}

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
    id,
    level: 'info',
    says: `${says}, without its own sandbox, as this user is root`,
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
