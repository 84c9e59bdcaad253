import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './install.ts'
import { Skipped } from './run-cases.ts'

const MIRROR = 'http://deb.debian.org/debian'
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'
const DOWNLOAD_MS = 5 * 60_000
const UNPACK_MS = 60_000

/**
 * Downloads packages of a suite of Debian, by an apt of its own: nothing is installed, the system's
 * lists are not touched, and it does not take root.
 *
 * @param command What apt-get is to do, such as `['download', 'NAME']`
 * @returns The folder of the packages
 * @throws {Skipped} where they cannot be had
 */
export async function downloadDebian(
  folder: string,
  { suite, command }: { suite: string; command: readonly string[] },
): Promise<string> {
  const wanted = ['apt-get', 'dpkg-deb'].find((program) => Bun.which(program) === null)
  if (wanted !== undefined) throw new Skipped(`it wants ${wanted}`)
  if (!(await Bun.file(KEYS).exists())) throw new Skipped('it wants debian-archive-keyring')
  const apt = join(folder, 'apt')
  const archives = join(apt, 'cache/archives')
  for (const path of ['lists/partial', 'cache/archives/partial', 'etc'])
    await mkdir(join(apt, path), { recursive: true })
  await Bun.write(join(apt, 'status'), '')
  await Bun.write(
    join(apt, 'etc/sources.list'),
    `deb [signed-by=${KEYS}] ${MIRROR} ${suite} main\n`,
  )
  const options = [
    `Dir::Etc::sourcelist=${apt}/etc/sources.list`,
    'Dir::Etc::sourceparts=/dev/null',
    'Dir::Etc::preferencesparts=/dev/null',
    `Dir::State=${apt}`,
    `Dir::State::lists=${apt}/lists`,
    `Dir::State::status=${apt}/status`,
    `Dir::Cache=${apt}/cache`,
    `Dir::Log=${apt}`,
    'APT::Sandbox::User=',
    'Debug::NoLocking=1',
    'Acquire::Retries=2',
  ].flatMap((option) => ['-o', option])
  for (const words of [['update'], command]) {
    // "download" writes to the folder that it is run in.
    const apt = ['sh', '-c', 'cd "$1" && shift && exec apt-get "$@"', 'sh', archives]
    const { code, text } = await run([...apt, ...options, '-qq', ...words], DOWNLOAD_MS)
    if (code === 0) continue
    const reason = text.trim().split('\n').slice(-2).join(', ')
    throw new Skipped(`${command.at(-1)} of Debian ${suite} cannot be had: ${reason}`)
  }
  return archives
}

/** @param path A package that was downloaded */
export async function unpackDebian(path: string, folder: string): Promise<void> {
  const { code, text } = await run(['dpkg-deb', '-x', path, folder], UNPACK_MS)
  if (code !== 0) throw new Error(`Cannot unpack ${path}: ${text}`)
}
