import { join } from 'node:path'
import type { Config } from '../../config/load.ts'
import { type Check, type Finding, finding, part } from '../../core/doctor/finding.ts'
import type { Containment } from '../../platform/containment/contract.ts'
import { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { createLog } from '../../platform/log.ts'
import { findChromium, findProgram, outputOf } from '../../platform/programs.ts'
import { BubblewrapSandbox } from '../../sandbox/bubblewrap-sandbox.ts'
import type { Isolation } from '../../sandbox/contract.ts'
import { Skills } from '../skills/skills.ts'
import { offeredNames } from '../tool-servers/settings.ts'
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
      if (!state.ok) {
        const { reason, fix } = state.texts ?? state
        return [finding(id, 'info', 'workers_off', { reason, fix })]
      }
      return [finding(id, 'ok', 'workers_isolated', isolationParts(state.isolation))]
    },
  }
}

function isolationParts({ user, cgroup, python }: Isolation) {
  return {
    user: user === 'own' ? part('own_user') : part('no_rights'),
    memory: cgroup === 'none' ? part('memory_watched') : part('memory_bounded', { groups: cgroup }),
    python: python === undefined ? part('without_python') : part('with_python'),
  }
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
      const findings = profiles.faults.map(({ name, fault: reason }) => {
        const path = join(data_dir, 'worker-profiles', name, 'PROFILE.md')
        return finding(id, 'warning', 'profile_faulty', { name, reason, path })
      })
      if (findings.length > 0) return findings
      const own = profiles.list().filter(({ source }) => source !== 'shipped').length
      return own === 0 ? [] : [finding(id, 'ok', 'profiles_fine', { profiles: own })]
    },
  }
}

const CONTAINMENT = {
  'pid-namespace': 'tools_in_namespaces',
  'control-group': 'tools_in_groups',
} as const satisfies Record<Containment['kind'], string>

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
      if (found !== undefined) return [finding(id, 'ok', CONTAINMENT[found.kind])]
      if (programs.contain === false) return [finding(id, 'info', 'tools_switched_off')]
      if (process.platform !== 'linux') return [finding(id, 'info', 'tools_other_system')]
      return [finding(id, 'info', 'tools_no_namespace')]
    },
  }
}

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
      return settings[name] === undefined
        ? finding(id, 'info', 'ffmpeg_missing', { command })
        : finding(id, 'warning', 'ffmpeg_not_there', { command, setting: `programs.${name}` })
    }
    const { path: found } = program
    if ((await outputOf([found, '-version'])) === undefined)
      return finding(id, 'warning', 'ffmpeg_broken', { path: found })
  }
  const version = await outputOf([findProgram(settings.ffmpeg ?? id, path)?.path ?? id, '-version'])
  const number = /^ffmpeg version (\S+)/.exec(version ?? '')?.[1] ?? part('unknown_version')
  return finding(id, 'ok', 'ffmpeg_works', { version: number })
}

function prlimit(): Finding {
  const id = 'prlimit'
  return Bun.which(id) === null
    ? finding(id, 'warning', 'prlimit_missing')
    : finding(id, 'ok', 'prlimit_works')
}

async function bubblewrap(
  settings: Config['programs'],
  path: string | undefined,
): Promise<Finding> {
  const id = 'bubblewrap'
  const program = findProgram(settings.bwrap ?? 'bwrap', path)
  if (program === undefined) return finding(id, 'info', 'bubblewrap_missing')
  const works = await outputOf([program.path, '--unshare-all', '--ro-bind', '/', '/', 'true'])
  return works === undefined
    ? finding(id, 'info', 'bubblewrap_denied')
    : finding(id, 'ok', 'bubblewrap_works')
}

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
  if (program === undefined)
    return named === undefined
      ? finding(id, 'info', 'chromium_missing', { command: id })
      : finding(id, 'warning', 'chromium_not_there', {
          command: named,
          setting: 'programs.chromium',
        })
  const output = await outputOf([program.path, '--version'])
  if (output === undefined) return finding(id, 'warning', 'chromium_broken', { path: program.path })
  const name = output.trim().split(' built on ')[0] ?? ''
  return process.getuid?.() === 0
    ? finding(id, 'info', 'chromium_as_root', { name })
    : finding(id, 'ok', 'chromium_works', { name })
}

async function videos(named: string | undefined, ytDlp: YtDlpFinder): Promise<Finding> {
  const id = 'yt-dlp'
  const { path } = ytDlp
  if (path === undefined)
    return named === undefined
      ? finding(id, 'info', 'yt_dlp_missing', { command: id })
      : finding(id, 'warning', 'yt_dlp_not_there', { command: named, setting: 'programs.yt_dlp' })
  const found = await ytDlp.find()
  if (found === undefined) return finding(id, 'warning', 'yt_dlp_broken', { path })
  const { version, isOld, bwrap } = found
  if (isOld) return finding(id, 'warning', 'yt_dlp_old', { version, path })
  if (bwrap !== undefined) return finding(id, 'ok', 'yt_dlp_in_sandbox', { version })
  // There is no such sandbox on other systems.
  return process.platform === 'linux'
    ? finding(id, 'info', 'yt_dlp_in_the_open', { version })
    : finding(id, 'ok', 'yt_dlp_works', { version })
}
