import type { Config } from '../../config/load.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { findProgram, outputOf } from '../../platform/programs.ts'

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
    const wanted = settings[name] ?? name
    const program = findProgram(wanted, path)
    if (program === undefined) {
      // What the owner names is meant to be there.
      const level = settings[name] === undefined ? 'info' : 'warning'
      const says = `${wanted} is not installed: ${WITHOUT_FFMPEG}`
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
