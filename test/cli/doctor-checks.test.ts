import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, saidFinding } from '../../src/core/doctor/finding.ts'
import { RESERVE_NAME } from '../../src/db/disk-reserve.ts'
import { localServers } from '../../src/engines/local-servers.ts'
import { backupCheck, readBackups } from '../../src/features/doctor/backups.ts'
import { report } from '../../src/features/doctor/command.ts'
import { foundEngines } from '../../src/features/doctor/engines.ts'
import { dataFolder, providers } from '../../src/features/doctor/installation.ts'
import {
  bunVersion,
  clock,
  connections,
  descriptorFindings,
  diskSpace,
} from '../../src/features/doctor/machine.ts'
import { egressProxy, ports, publicAddresses } from '../../src/features/doctor/network.ts'
import {
  programs,
  toolContainment,
  webPrograms,
  workerProfiles,
  workerSandbox,
  type YtDlpFinder,
} from '../../src/features/doctor/programs.ts'
import { ControlGroup, ToolContainment } from '../../src/platform/containment/tool-containment.ts'
import { tempFolder } from '../support/process.ts'

const signal = new AbortController().signal

/** The findings of one check, as `level: says`. */
async function said(check: Check | undefined): Promise<string[]> {
  const findings = (await check?.run(signal)) ?? []
  return findings.map(({ level, says }) => `${level}: ${says}`)
}

function serve(answer: (request: Request) => Response) {
  return Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
}

/** As Hearth does: sends the id of the request back. */
function echo(request: Request, body: object, status = 200): Response {
  const id = request.headers.get('x-request-id') ?? ''
  return Response.json(body, { status, headers: { 'x-request-id': id } })
}

test('another version of Bun than that of package.json is a warning', async () => {
  expect(await said(bunVersion('1.0.0'))).toEqual([
    `warning: Bun 1.0.0 runs, but Hearth was tested with ${Bun.version}`,
  ])
})

test('a data folder or a settings file that others can read is a warning, with the command that closes it', async () => {
  using folder = tempFolder()
  const data = join(folder.path, 'data')
  const toml = join(folder.path, 'hearth.toml')
  const check = dataFolder(data, [toml, join(folder.path, 'absent')])
  expect(await said(check)).toEqual([
    `info: There is no data folder ${data} yet: the first start makes it`,
  ])
  mkdirSync(data, { mode: 0o700 })
  const database = join(data, 'hearth.sqlite')
  writeFileSync(database, '', { mode: 0o644 })
  writeFileSync(toml, '[[engines]]\napi_key = "x"\n', { mode: 0o644 })
  const [inFolder, inFile] = await check.run(signal)
  expect(inFolder).toMatchObject({
    id: 'data_folder',
    level: 'ok',
    says: `Only its owner can read the data folder ${data}`,
  })
  expect(inFile).toMatchObject({ level: 'warning', fix: `chmod 600 ${toml}` })
  writeFileSync(toml, 'port = 8080\n')
  expect(await check.run(signal)).toHaveLength(1)
  writeFileSync(toml, '[alerts.smtp]\nurl = "smtp://user:word@mail.example:587"\n')
  expect(await check.run(signal)).toHaveLength(2)
  chmodSync(toml, 0o600)
  chmodSync(data, 0o755)
  const [open, ...others] = await check.run(signal)
  expect(others).toEqual([])
  expect(open).toMatchObject({ level: 'warning', fix: `chmod -R go= ${data}` })
  expect(open?.says).toContain(database)
  // Its files are private: then it may be listed.
  chmodSync(database, 0o600)
  expect((await check.run(signal))[0]?.level).toBe('ok')
})

test('a data folder that is a file is an error', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'data')
  writeFileSync(path, '')
  expect(await said(dataFolder(path, []))).toEqual([
    `error: The data folder ${path} is a file, so Hearth cannot start`,
  ])
})

test('the disk has room for twice the database and 1 GB, else it is a warning, and an error when it is full', async () => {
  using folder = tempFolder()
  writeFileSync(join(folder.path, 'hearth.sqlite'), new Uint8Array(3_000_000))
  const facts = await statfs(folder.path)
  const level = async (free: number, files = 10) => {
    const stub = async () => ({ ...facts, bsize: 1000, bavail: free / 1000, ffree: files })
    const [finding] = await diskSpace(folder.path, 0, stub).run(signal)
    return finding?.level
  }
  expect(await level(1_006_000_000)).toBe('ok')
  expect(await level(1_005_999_000)).toBe('warning')
  expect(await level(100_000_000)).toBe('warning')
  expect(await level(99_999_000)).toBe('error')
  expect(await level(2e9, 0)).toBe('error')
  // What was given up for revoking and the ends of jobs.
  writeFileSync(join(folder.path, RESERVE_NAME), new Uint8Array(3_000_000))
  expect(await level(1_007_000_000)).toBe('warning')
})

test('a disk that has less free than MIN_FREE_BYTES takes no files, which is a warning', async () => {
  using folder = tempFolder()
  const facts = await statfs(folder.path)
  const saidAt = (free: number) =>
    said(diskSpace(folder.path, 2e9, async () => ({ ...facts, bsize: 1, bavail: free, ffree: 10 })))
  expect(await saidAt(1.5e9)).toEqual([
    'warning: 1.5 GB are free for the data folder: no file is taken until more than the 2 GB of MIN_FREE_BYTES are free',
  ])
  expect(await saidAt(2.1e9)).toEqual(['ok: 2.1 GB are free for the data folder'])
})

test('a clock that is behind what was written is a warning, one in another decade an error', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'hearth.sqlite')
  writeFileSync(path, '')
  const now = Date.UTC(2027, 0, 1)
  const level = async (written: number, time = now) => {
    utimesSync(path, new Date(written), new Date(written))
    utimesSync(folder.path, new Date(written), new Date(written))
    return (await clock(folder.path, () => time).run(signal))[0]?.level
  }
  expect(await level(now)).toBe('ok')
  expect(await level(now + 299_000)).toBe('ok')
  expect(await level(now + 301_000)).toBe('warning')
  expect(await level(now, 0)).toBe('error')
  expect(await level(now, Date.UTC(2090, 0, 1))).toBe('error')
})

test('backups are old, missing, failing or off', async () => {
  using folder = tempFolder()
  const hour = 60 * 60_000
  const now = Date.UTC(2027, 0, 10)
  const backups = join(folder.path, 'backups')
  const of = async (nightly: boolean, at = now) => {
    const settings = { data_dir: folder.path, backups: { nightly } }
    return (
      await said(
        backupCheck(
          () => readBackups(settings, () => at),
          () => at,
        ),
      )
    )[0]
  }
  expect(await of(true)).toBeUndefined()
  const database = join(folder.path, 'hearth.sqlite')
  writeFileSync(database, '')
  const made = Date.now()
  expect(await of(true, made)).toBe(`info: There is no backup in ${backups} yet: the first is due`)
  expect(await of(true, made + 49 * hour)).toStartWith(
    `warning: There is no backup in ${backups}, although`,
  )
  mkdirSync(backups)
  const name = 'hearth-0a1b2c3d-20270108T000000Z.tar'
  writeFileSync(join(backups, 'before-1-to-2-20270109T000000Z.tar'), 'x')
  writeFileSync(join(backups, 'hearth-0a1b2c3d-20270101T000000Z.tar'), 'x')
  writeFileSync(join(backups, name), 'x'.repeat(2000))
  const last = `The newest backup is 2 days old (${join(backups, name)}, 2 kB; the database, and no bytes of files)`
  expect(await of(true)).toBe(`ok: ${last}`)
  expect(await of(true, now + hour)).toStartWith(`warning: ${last}, although one is made`)
  expect(await of(false, now + hour)).toStartWith(`info: ${last}, and none is made every night`)
  const failure = { at: now, reason: 'the disk is full' }
  const facts = {
    nightly: true,
    folder: backups,
    newest: undefined,
    stale: true,
    failure,
    bytesMissing: undefined,
  }
  expect(
    await said(
      backupCheck(
        async () => facts,
        () => now,
      ),
    ),
  ).toEqual([
    `error: There is no backup in ${backups}, and the last try has failed: the disk is full`,
  ])
})

test('a port is free, Hearth’s, or another program’s', async () => {
  await using hearth = serve((request) => echo(request, { status: 'ok' }))
  await using other = serve(() => new Response('It works!'))
  using mute = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { open: (socket) => void socket.end('SSH-2.0\r\n'), data: () => {} },
  })
  const free = serve(() => new Response())
  const freePort = free.port ?? 0
  await free.stop()
  const at = async (port = 0, edge_port?: number, isRunning?: boolean) =>
    said(
      ports(
        {
          host: '0.0.0.0',
          port,
          edge_host: '127.0.0.1',
          ...(edge_port === undefined ? {} : { edge_port }),
        },
        isRunning,
      ),
    )
  expect(await at(hearth.port)).toEqual([`ok: Hearth answers on port ${hearth.port}`])
  expect(await at(freePort, other.port)).toEqual([
    `info: Hearth is not running; port ${freePort} is free for it`,
    `error: Another program has port ${other.port} (EDGE_PORT): Hearth cannot start`,
  ])
  expect((await at(mute.port))[0]).toStartWith(`error: Something has port ${mute.port} (PORT)`)
  expect(await at(0)).toEqual([])
  // What the database says as well.
  expect(await at(hearth.port, undefined, true)).toEqual([
    `ok: Hearth answers on port ${hearth.port}`,
  ])
  expect(await at(hearth.port, undefined, false)).toEqual([
    `error: Another Hearth, with another data folder, answers on port ${hearth.port} (PORT): this one cannot start`,
  ])
  expect(await at(freePort, other.port, true)).toEqual([
    `info: Hearth is running, and not on port ${freePort}: it was started with another PORT than this command has`,
    `warning: Another program has port ${other.port} (EDGE_PORT): Hearth is running without it, and could not start with these settings`,
  ])
  expect((await at(mute.port, undefined, true))[0]).toStartWith(
    `warning: Something has port ${mute.port} (PORT) and does not speak HTTP`,
  )
})

test('a Hearth on the port of a model server is no model server', async () => {
  await using hearth = serve((request) => echo(request, { status: 'ok' }))
  await using server = serve(() => Response.json({ object: 'list', data: [{ id: 'm' }] }))
  const sources = localServers(
    [hearth, server].map(({ port = 0 }) => ({ port, kinds: ['llamacpp'] })),
  )
  const found = await foundEngines(sources, AbortSignal.timeout(60_000))
  expect(found.map(({ baseUrl }) => baseUrl)).toEqual([`http://127.0.0.1:${server.port}/v1`])
})

test('an operator’s proxy takes connections or is an error, and its password is not shown', async () => {
  await using proxy = serve(() => new Response())
  const of = (port: unknown) =>
    said(egressProxy({ egress_proxy: `http://me:secret@127.0.0.1:${port}` })[0])
  expect(await of(proxy.port)).toEqual([
    `ok: Addresses that users give are fetched by the proxy 127.0.0.1:${proxy.port} (EGRESS_PROXY), which takes connections`,
  ])
  expect(await of(9)).toEqual([
    'error: The proxy 127.0.0.1:9 (EGRESS_PROXY) takes no connections (nothing listens there): nothing can be fetched from addresses that users give',
  ])
  expect(egressProxy({})).toEqual([])
})

test('BASE_URL leads to Hearth, to Hearth with another Host, to a proxy without it, or elsewhere', async () => {
  await using hearth = serve((request) => echo(request, { status: 'ok' }))
  await using misdirected = serve((request) => echo(request, { detail: 'x', code: 'y' }, 421))
  await using proxy = serve(() => new Response('Bad Gateway', { status: 502 }))
  await using other = serve((request) => Response.redirect(`${request.url}/login`))
  const of = async (server: { url: URL }) => {
    const [check] = publicAddresses({ base_url: server.url.origin })
    const [text = ''] = await said(check)
    return text.split(':', 1)[0]
  }
  expect(await Promise.all([hearth, misdirected, proxy, other].map(of))).toEqual([
    'ok',
    'error',
    'warning',
    'error',
  ])
  const [check] = publicAddresses({ base_url: 'http://no.such.name.invalid' })
  expect(await said(check)).toEqual([
    'warning: This machine cannot reach http://no.such.name.invalid (BASE_URL): there is no such name. Others may still, where the router does not lead back',
  ])
  expect(publicAddresses({})).toEqual([])
})

test('an answer that does not end is given up by its size', async () => {
  const piece = new Uint8Array(64 * 1024)
  let pieces = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    pieces += 1
    // The end is for a reader that reads on.
    if (pieces > 1_000) controller.close()
    else controller.enqueue(piece)
  }
  await using endless = serve((request) => {
    const id = request.headers.get('x-request-id') ?? ''
    return new Response(new ReadableStream({ pull }), { headers: { 'x-request-id': id } })
  })
  const [address] = publicAddresses({ base_url: endless.url.origin })
  expect((await said(address))[0]).toStartWith('error: ')
  const [provider] = providers({ oidc_issuer: endless.url.origin })
  expect((await said(provider))[0]).toContain('its answer is no discovery document')
  expect(pieces).toBeLessThan(500)
})

test('an identity provider answers with its own name in the discovery document', async () => {
  let issuer = 'https://other.example'
  await using provider = serve((request) =>
    new URL(request.url).pathname === '/.well-known/openid-configuration'
      ? Response.json({ issuer })
      : new Response('', { status: 404 }),
  )
  const base = provider.url.origin
  const [check] = providers({ oidc_issuer: base })
  const [wrong] = (await check?.run(signal)) ?? []
  expect(wrong).toMatchObject({ id: 'provider.oidc', level: 'error' })
  expect(wrong?.says).toContain('calls itself https://other.example')
  issuer = 'https://x/$(id)'
  const [pasted] = (await check?.run(signal)) ?? []
  // It may be pasted into a shell.
  expect(pasted?.fix).toContain("OIDC_ISSUER='https://x/$(id)',")
  issuer = base
  expect(await said(check)).toEqual([`ok: The identity provider ${base} answers`])
  const [gone] = providers({ oidc_issuer: `${base}/realm` })
  expect((await said(gone))[0]).toContain('it answers 404')
})

test('a program that is missing is named, with what that switches off', async () => {
  using folder = tempFolder()
  const env = { PATH: folder.path }
  const [absent] = programs({}, env)
  const [none] = (await absent?.run(signal)) ?? []
  expect(none).toMatchObject({ id: 'ffmpeg', level: 'info', fix: expect.stringContaining('apt') })
  expect(none?.says).toStartWith('ffmpeg is not installed: of recordings only WAV files of PCM')
  const wanted = join(folder.path, 'my-ffmpeg')
  const [named] = programs({ ffmpeg: wanted }, env)
  expect((await said(named))[0]).toStartWith(`warning: ${wanted} is not installed`)
  const write = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder.path, name), 0o755)
  }
  write('my-ffmpeg', 'exit 1')
  expect((await said(named))[0]).toStartWith(`warning: ${wanted} does not run`)
  write('my-ffmpeg', 'echo "ffmpeg version 9.1 Copyright"')
  write('ffprobe', 'exit 0')
  expect(await said(named)).toEqual(['ok: ffmpeg 9.1 reads and writes sound of all kinds'])
})

test('worker jobs are off without a sandbox, and it is said what helps', async () => {
  const settings = { programs: { bwrap: '/nowhere/bwrap' }, data_dir: ':memory:' }
  const [finding] = await workerSandbox(settings, process.env).run(signal)
  const onLinux = process.platform === 'linux'
  expect(finding).toMatchObject({
    id: 'worker-sandbox',
    level: 'info',
    says: `Worker jobs are off: ${onLinux ? 'bwrap is not installed' : 'A sandbox can be made on Linux only'}`,
    fix: expect.stringContaining(onLinux ? 'apt install bubblewrap' : 'Linux'),
    params: { reason: { code: onLinux ? 'sandbox_missing' : 'sandbox_linux' } },
  })
})

test('it is said when few connections may be open, and that a setting has no effect', async () => {
  expect(descriptorFindings(20_000)).toMatchObject([{ level: 'ok' }])
  expect(descriptorFindings(200)).toMatchObject([
    {
      level: 'warning',
      says: expect.stringContaining(
        '200 files and connections may be open at a time, which is few',
      ),
      fix: expect.stringContaining('LimitNOFILE'),
    },
  ])
  expect(descriptorFindings(undefined)).toEqual([])
  const here = await connections({}).run(signal)
  expect(here).toHaveLength(process.platform === 'linux' ? 1 : 0)
  const old = await connections({ max_connections_per_address: 256 }).run(signal)
  expect(old.at(-1)?.says).toStartWith('MAX_CONNECTIONS_PER_ADDRESS has no effect')
})

test('it is said whether what a tool starts can outlive it', async () => {
  const said = async (programs: { bwrap?: string; contain?: boolean }) =>
    (await toolContainment({ programs }, process.env).run(signal))[0]
  expect(await said({ contain: false })).toMatchObject({ level: 'info', fix: 'Remove it' })
  const group = await ControlGroup.find()
  expect(await said({ bwrap: '/nowhere/bwrap' })).toMatchObject(
    group === undefined
      ? { level: 'info' }
      : { level: 'ok', says: expect.stringContaining('control group each') },
  )
  const { kind } = (await new ToolContainment({ env: process.env }).find()) ?? {}
  if (kind === 'pid-namespace')
    expect(await said({})).toMatchObject({
      level: 'ok',
      says: expect.stringContaining('PID namespace each'),
    })
})

test('profiles of workers that cannot be used are told with their file', async () => {
  using folder = tempFolder()
  const check = workerProfiles({
    data_dir: folder.path,
    workers: { timeout_seconds: 900 },
    mcp_servers: [],
  })
  expect(await check.run(signal)).toEqual([])
  const write = (name: string, fields: string) =>
    Bun.write(
      join(folder.path, 'worker-profiles', name, 'PROFILE.md'),
      `---\nname: ${name}\ndescription: Adds up\n${fields}\n---\nAdd them up.\n`,
    )
  await write('invoices', 'tools: [run]\nskills: [summarize]')
  expect(await check.run(signal)).toMatchObject([
    { id: 'worker-profiles', level: 'ok', says: 'Your profiles of workers can be used: 1' },
  ])
  await write('research', 'tools: [fly]')
  await write('notes', 'tools: [run]\nskills: [no_such]')
  const path = join(folder.path, 'worker-profiles', 'notes', 'PROFILE.md')
  expect(await check.run(signal)).toMatchObject([
    {
      level: 'warning',
      says: 'The worker profile notes cannot be used: there is no skill no_such',
      fix: `Correct ${path}`,
    },
    {
      level: 'warning',
      says: expect.stringContaining('research cannot be used: there is no tool fly'),
    },
  ])
})

/** A finder of yt-dlp that has found it at a path, and tried it. */
function ytDlpAt(
  path: string | undefined,
  found?: Awaited<ReturnType<YtDlpFinder['find']>>,
): YtDlpFinder {
  return { path, find: async () => found }
}

test('without Chromium or yt-dlp it says what cannot be read, and how to add them', async () => {
  using folder = tempFolder()
  const env = { PATH: folder.path }
  const findings = async (settings: Parameters<typeof webPrograms>[0], finder: YtDlpFinder) => {
    const checks = webPrograms(settings, env, finder)
    return (await Promise.all(checks.map((check) => check.run(signal)))).flat()
  }
  const [browser, reader] = await findings({}, ytDlpAt(undefined))
  expect(browser).toMatchObject({ id: 'chromium', level: 'info' })
  expect(browser?.says).toStartWith('chromium is not installed: web pages that are made by scripts')
  expect(browser?.fix).toContain('apt install chromium')
  expect(reader).toMatchObject({ id: 'yt-dlp', level: 'info' })
  expect(reader?.says).toContain('only YouTube can be read')
  expect(reader?.fix).toContain('pipx install "yt-dlp[default]"')
  const named = await findings({ chromium: '/no/chrome', yt_dlp: '/no/yt' }, ytDlpAt(undefined))
  expect(named.map(({ level }) => level)).toEqual(['warning', 'warning'])
  expect(named.map(({ fix }) => fix)).toEqual([
    'Correct programs.chromium, or leave it out',
    'Correct programs.yt_dlp, or leave it out',
  ])
})

test('a yt-dlp that does not run, is too old or has no sandbox is told apart from a good one', async () => {
  const one = async (finder: YtDlpFinder) => {
    const [, check] = webPrograms({}, { PATH: '' }, finder)
    return (await said(check))[0]
  }
  const program = { version: '2026.10.26', isOld: false, bwrap: '/usr/bin/bwrap' }
  expect(await one(ytDlpAt('/usr/bin/yt-dlp'))).toStartWith('warning: /usr/bin/yt-dlp does not run')
  const old = await one(ytDlpAt('/y', { ...program, version: '2023.03.04', isOld: true }))
  expect(old).toStartWith('warning: yt-dlp 2023.03.04 (/y) is too old')
  expect(await one(ytDlpAt('/y', program))).toStartWith(
    'ok: yt-dlp 2026.10.26 reads video sites, in a sandbox',
  )
  const bare = await one(ytDlpAt('/y', { ...program, bwrap: undefined }))
  const level = process.platform === 'linux' ? 'info' : 'ok'
  expect(bare).toStartWith(`${level}: yt-dlp 2026.10.26 reads video sites`)
})

test('Chromium is asked for its version', async () => {
  using folder = tempFolder()
  const path = join(folder.path, 'chromium')
  const [check] = webPrograms({}, { PATH: folder.path }, ytDlpAt(undefined))
  const write = (text: string) => {
    writeFileSync(path, `#!/bin/sh\n${text}\n`)
    chmodSync(path, 0o755)
  }
  write('exit 1')
  expect((await said(check))[0]).toStartWith(`warning: ${path} does not run`)
  write('echo "Chromium 156.0.8078.79 built on Debian"')
  expect((await said(check))[0]).toContain(': Chromium 156.0.8078.79 draws web pages')
})

test('report() puts the worst last, with its fix and a summary, and colours only a terminal', () => {
  const findings = [
    saidFinding('disk', 'error', 'It is full', 'Free some'),
    saidFinding('bun', 'ok', 'It runs'),
  ]
  const plain = [
    'ok       bun: It runs',
    'error    disk: It is full',
    '         → Free some',
    '',
    '1 error',
    '',
  ].join('\n')
  expect(report(findings, { coloured: false })).toBe(plain)
  const coloured = report(findings, { coloured: true })
  expect(coloured).toContain('\u001b[31merror  ')
  expect(Bun.stripANSI(coloured)).toBe(plain)
  expect(report([], { coloured: false })).toBe('\nNothing is wrong\n')
  const said = {
    id: 'provider.oidc',
    level: 'error',
    says: 'a\u001b[2J',
    fix: 'b\n\u009b1A',
  } as const
  expect(report([said], { coloured: false })).toContain('oidc: a [2J\n         → b  1A\n')
})
