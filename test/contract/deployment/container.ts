import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../install.ts'
import { Skipped } from '../run-cases.ts'
import { debianRoot } from './debian-root.ts'

const ROOT = join(import.meta.dir, '../../..')
const CONTAINERFILE = join(ROOT, '.deploy/Containerfile')
const BUILD_MS = 5 * 60_000
const RUN_MS = 60_000
const KEY = 'primary-key-of-the-container'
/** Where an own certificate authority of the network stands, which the registry's name may have. */
const CERTIFICATES = '/etc/ssl/certs'

/**
 * Builds the image and answers in it. Its base image comes from no registry here: a small Debian
 * with this Bun stands in for it.
 */
export async function containerCase(): Promise<string> {
  const debian = await debianRoot()
  if (Bun.which('buildah') === null) throw new Skipped('it wants buildah: apt-get install buildah')
  const base = /^FROM (\S+)$/m.exec(await Bun.file(CONTAINERFILE).text())?.[1]
  if (base === undefined) throw new Error('The Containerfile names no base image')
  const folder = await mkdtemp(join(tmpdir(), 'hearth-container-'))
  try {
    return await build(folder, debian, base)
  } finally {
    // Layers hold files of other users, and mounts are gone with their commands.
    await rm(folder, { recursive: true, force: true })
  }
}

async function build(folder: string, debian: string, base: string): Promise<string> {
  const env = await storage(folder)
  const buildah = async (timeout: number, ...args: string[]) => {
    const { code, text } = await run(['buildah', ...args], timeout, env)
    if (code !== 0)
      throw new Error(`buildah ${args[0]}: ${text.trim().split('\n').slice(-4).join(', ')}`)
    return text.trim()
  }
  const policy = `--signature-policy=${join(folder, 'policy.json')}`
  const own = ['--isolation=chroot', '--network=host']
  const stand = (await buildah(BUILD_MS, 'from', policy, 'scratch')).split('\n').at(-1) ?? ''
  await buildah(BUILD_MS, 'add', '--quiet', stand, debian, '/')
  await copyFile(process.execPath, join(folder, 'bun'))
  await buildah(
    RUN_MS,
    'add',
    '--quiet',
    '--chmod=755',
    stand,
    join(folder, 'bun'),
    '/usr/local/bin/bun',
  )
  await buildah(RUN_MS, 'run', ...own, stand, '--', 'useradd', '--uid=1000', '--create-home', 'bun')
  await buildah(BUILD_MS, 'commit', '--quiet', policy, stand, base)
  await buildah(
    BUILD_MS,
    ...['build', '--pull=never', ...own, policy, `--file=${CONTAINERFILE}`, '--tag=hearth'],
    ...[`--volume=${CERTIFICATES}:${CERTIFICATES}:ro`, ...certificateOptions(), ROOT],
  )
  const made = await buildah(RUN_MS, 'from', '--pull=never', policy, 'localhost/hearth')
  const container = made.split('\n').at(-1) ?? ''
  const user = await buildah(RUN_MS, 'run', ...own, container, '--', 'id', '--user')
  if (user !== '1000') throw new Error(`The image runs as the user ${user}`)
  // One process, as the image's command starts it, asked from inside the same container.
  const answer = await buildah(
    RUN_MS,
    ...['run', ...own, '--env=PORT=0', '--env=HOST=127.0.0.1', `--env=PRIMARY_KEY=${KEY}`],
    ...[container, '--', 'bun', '-e', ASK],
  )
  if (!answer.includes('demonstration')) throw new Error(`It answered: ${answer}`)
  return 'built, runs as uid 1000, answers'
}

/** Starts the service as the image does, waits for its address, and asks it once. */
const ASK = `
const service = Bun.spawn(['bun', 'src/main.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
let text = ''
for await (const bytes of service.stdout) {
  text += new TextDecoder().decode(bytes)
  if (/listening on \\S+/.test(text)) break
}
const url = /listening on (\\S+)/.exec(text)[1]
const body = JSON.stringify({ model: 'auto', messages: [{ role: 'user', content: 'hi' }] })
const headers = { authorization: 'Bearer ${KEY}' }
const response = await fetch(url + '/v1/chat/completions', { method: 'POST', headers, body })
console.log(response.status, await response.text())
service.kill()
await service.exited
`

/**
 * A storage of its own, which leaves that of the machine alone. Its layers lie over one another where the
 * machine can do that: otherwise each is a copy of all below it, which takes longer than all else here.
 */
async function storage(folder: string): Promise<Record<string, string>> {
  const path = join(folder, 'storage.conf')
  const env = { CONTAINERS_STORAGE_CONF: path }
  const at = (name: string) => JSON.stringify(join(folder, name))
  const use = (driver: 'overlay' | 'vfs') =>
    writeFile(
      path,
      [
        `[storage]\ndriver = "${driver}"\nrunroot = ${at('run')}\ngraphroot = ${at(driver)}`,
        // Otherwise a mount stays behind, and the folder cannot be removed.
        '[storage.options.overlay]\nskip_mount_home = "true"\n',
      ].join('\n'),
    )
  await writeFile(
    join(folder, 'policy.json'),
    JSON.stringify({ default: [{ type: 'insecureAcceptAnything' }] }),
  )
  await use('overlay')
  if ((await run(['buildah', 'info'], RUN_MS, env)).code !== 0) await use('vfs')
  return env
}

function certificateOptions(): string[] {
  const extra = process.env['NODE_EXTRA_CA_CERTS']
  return extra === undefined ? [] : [`--env=NODE_EXTRA_CA_CERTS=${extra}`]
}
