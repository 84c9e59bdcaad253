import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/load.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { runChecks } from '../../core/doctor/run-checks.ts'
import { YtDlpProgram } from '../../media/video/yt-dlp-program.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import { codeOf } from '../../platform/errors.ts'
import { fetchReason } from '../../platform/fetch-reason.ts'
import { tryParseJson } from '../../platform/json.ts'
import { redact } from '../../platform/redact.ts'
import { KEPT_STORES } from '../../storage/contract-backup.ts'
import type { BucketError } from '../../storage/s3/check-bucket.ts'
import { type CheckedEngines, engineChecks, engineSummary, modelFiles } from './engines.ts'
import { existingFolder, quoted, statOf } from './file-facts.ts'
import { bunVersion, clock, connections, diskSpace } from './machine.ts'
import { egressProxy, publicAddresses } from './network.ts'
import { answerSignal } from './probe.ts'
import {
  programs,
  toolContainment,
  webPrograms,
  workerProfiles,
  workerSandbox,
} from './programs.ts'

/**
 * Whether the bucket of files can be used.
 *
 * @param probeBucket Writes, reads and removes there; undefined without a bucket
 */
export function bucketCheck(
  { data_dir: folder, files: { s3 } }: Pick<Config, 'data_dir' | 'files'>,
  probeBucket: ((signal: AbortSignal) => Promise<BucketError | undefined>) | undefined,
): readonly Check[] {
  const id = 'bucket'
  if (s3 === undefined || probeBucket === undefined) return []
  const run: Check['run'] = async (signal) => {
    const error = await probeBucket(signal)
    if (error !== undefined)
      return [
        {
          id,
          level: 'error',
          says: `${error.says}: files are neither stored nor sent`,
          fix: error.fix,
        },
      ]
    const says = `Files are kept in the bucket ${s3.bucket} at ${new URL(s3.endpoint).origin}, which can be written, read and listed`
    return [{ id, level: 'ok', says }, ...(await leftInFolder(id, folder))]
  }
  return [{ id, run }]
}

/** Files in the data folder are not read any more. */
async function leftInFolder(id: string, folder: string): Promise<Finding[]> {
  if (folder === ':memory:') return []
  const names = []
  for (const store of KEPT_STORES) {
    const entries = await readdir(join(folder, store)).catch(() => [])
    if (entries.length > 0) names.push(store)
  }
  if (names.length === 0) return []
  const says = `The data folder ${folder} has ${names.join(', ')} of before the bucket, which are not used`
  const fix = 'With Hearth stopped, copy them: npm run files -- move. Then delete them there'
  return [{ id, level: 'info', says, fix }]
}

const ID = 'data_folder'
/** Rights of other users than the owner of a file. */
const OTHERS = 0o077
/** A setting with a secret, or an address with a password. */
const SECRET = /^\s*\w*(?:key|secret|token)\s*=|:\/\/[^/\s:@]+:[^/\s@]+@/im

/**
 * Whether Hearth can use its data folder, and no other user can.
 *
 * @param files Further files that may have secrets, such as `hearth.toml`
 */
export function dataFolder(folder: string, files: readonly string[]): Check {
  return {
    id: ID,
    run: async () => [...(await folderFindings(folder)), ...(await secretFindings(files))],
  }
}

async function folderFindings(path: string): Promise<Finding[]> {
  const facts = await statOf(path).catch((error: unknown) => {
    // Of a folder above it.
    if (codeOf(error) === 'EACCES') return 'blocked' as const
    throw error
  })
  if (facts === 'blocked') return [blockedFinding(path, [path])]
  if (facts === undefined) return [await newFolder(path)]
  if (!facts.isDirectory()) {
    const says = `The data folder ${path} is a file, so Hearth cannot start`
    return [{ id: ID, level: 'error', says, fix: `Set DATA_DIR to a folder, or move ${path} away` }]
  }
  const blocked = await blockedPaths(path)
  if (blocked.length > 0) return [blockedFinding(path, blocked)]
  const open = await openPaths(path)
  if (open.length === 0)
    return [{ id: ID, level: 'ok', says: `Only its owner can read the data folder ${path}` }]
  return [
    {
      id: ID,
      level: 'warning',
      says: `Other users of this machine can read ${open.join(', ')}, with all conversations of jobs in it`,
      fix: `chmod -R go= ${quoted(path)}`,
    },
  ]
}

function blockedFinding(folder: string, blocked: readonly string[]): Finding {
  const says = `The user of this command (${userName()}) cannot write ${blocked.join(', ')}: if Hearth runs as this user, it cannot start`
  const fix = `Run this as the user of Hearth, or: sudo chown -R ${userName()} ${quoted(folder)}`
  return { id: ID, level: 'error', says, fix }
}

async function newFolder(path: string): Promise<Finding> {
  const parent = await existingFolder(path)
  if (await isAllowed(parent, constants.W_OK)) {
    const says = `There is no data folder ${path} yet: the first start makes it`
    return { id: ID, level: 'info', says }
  }
  const says = `There is no data folder ${path}, and this user may not make it in ${parent}: Hearth cannot start`
  return {
    id: ID,
    level: 'error',
    says,
    fix: `sudo install -d -m 700 -o ${userName()} ${quoted(path)}`,
  }
}

/** The folder, and the files that Hearth writes in it. */
async function ownPaths(folder: string): Promise<string[]> {
  const files = await readdir(folder, { withFileTypes: true })
  return [folder, ...files.filter((file) => file.isFile()).map(({ name }) => join(folder, name))]
}

async function blockedPaths(folder: string): Promise<string[]> {
  if (!(await isAllowed(folder, constants.R_OK | constants.W_OK | constants.X_OK))) return [folder]
  const blocked: string[] = []
  for (const path of await ownPaths(folder))
    if (!(await isAllowed(path, constants.R_OK | constants.W_OK))) blocked.push(path)
  return blocked
}

/** A private folder protects what is in it, whatever the rights of the files. */
async function openPaths(folder: string): Promise<string[]> {
  if (isPrivate(await statOf(folder))) return []
  const open: string[] = []
  for (const path of await ownPaths(folder)) {
    if (path !== folder && !isPrivate(await statOf(path))) open.push(path)
  }
  // A folder that others may list or change is a finding also where its files are private.
  const mode = (await statOf(folder))?.mode ?? 0
  return open.length > 0 || (mode & 0o022) !== 0 ? [folder, ...open] : []
}

async function secretFindings(files: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const path of files) {
    if (isPrivate(await statOf(path)) || !SECRET.test(await readFile(path, 'utf8'))) continue
    findings.push({
      id: ID,
      level: 'warning',
      says: `Other users of this machine can read ${path}, which has keys or passwords`,
      fix: `chmod 600 ${quoted(path)}`,
    })
  }
  return findings
}

/** Windows has no such rights. A file that is not there is private. */
function isPrivate(facts: { mode: number } | undefined): boolean {
  return facts === undefined || process.platform === 'win32' || (facts.mode & OTHERS) === 0
}

async function isAllowed(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}

function userName(): string {
  return process.env['USER'] ?? String(process.getuid?.() ?? 'this user')
}

interface Installation {
  settings: Config
  engines: CheckedEngines
  /** Files with secrets beside the data folder. */
  secretFiles: readonly string[]
  /** What is checked in another way from outside of the service and from within. */
  more: readonly Check[]
  /** Gives up what has not ended. */
  signal?: AbortSignal
  now: () => number
}

/**
 * Checks everything that an installation needs. Changes nothing.
 *
 * @returns Findings without secrets
 */
export async function examineInstallation(installation: Installation): Promise<Finding[]> {
  const { settings, engines, more, now } = installation
  const onDisk = settings.data_dir !== ':memory:'
  const checks = [
    bunVersion(),
    ...more,
    ...(onDisk
      ? [
          dataFolder(settings.data_dir, installation.secretFiles),
          diskSpace(settings.data_dir),
          clock(settings.data_dir, now),
        ]
      : []),
    ...engineChecks(engines),
    ...modelFiles({ settings, env: engines.env, engines: engines.engines }),
    ...egressProxy(settings),
    ...publicAddresses(settings),
    connections(settings),
    ...programs(settings.programs, engines.env),
    ...webPrograms(
      settings.programs,
      engines.env,
      new YtDlpProgram({ programs: settings.programs, env: engines.env }),
    ),
    workerSandbox(settings, engines.env),
    toolContainment(settings, engines.env),
    ...(onDisk ? [workerProfiles(settings)] : []),
    ...providers(settings),
  ]
  const findings = await runChecks(checks, { signal: installation.signal })
  return [...findings, ...engineSummary(engines, findings)].map(({ says, fix, ...finding }) => ({
    ...finding,
    says: redact(says),
    ...(fix === undefined ? {} : { fix: redact(fix) }),
  }))
}

interface ProviderSettings {
  oidc_issuer?: string
  google_client_id?: string
  github_client_id?: string
}

const GOOGLE_ISSUER = 'https://accounts.google.com'
const GITHUB = 'https://api.github.com/'
const FAILS = 'nobody can sign in through it'

/** Whether the identity providers of the settings answer. */
export function providers(settings: ProviderSettings): readonly Check[] {
  const { oidc_issuer, google_client_id, github_client_id } = settings
  return [
    ...(oidc_issuer === undefined ? [] : [discovery('oidc', oidc_issuer)]),
    ...(google_client_id === undefined ? [] : [discovery('google', GOOGLE_ISSUER)]),
    ...(github_client_id === undefined ? [] : [reachable('github', GITHUB)]),
  ]
}

function discovery(name: string, issuer: string): Check {
  const id = `provider.${name}`
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  return {
    id,
    run: async (signal) => {
      const answer = await read(url, signal)
      if (typeof answer === 'string') return [unreachable(id, issuer, answer, url)]
      const { value: document } = tryParseJson((await boundedText(answer)) ?? '')
      const reported: unknown = Reflect.get(Object(document), 'issuer')
      if (reported === issuer)
        return [{ id, level: 'ok', says: `The identity provider ${issuer} answers` }]
      if (typeof reported !== 'string')
        return [unreachable(id, issuer, 'its answer is no discovery document', url)]
      const says = `The identity provider calls itself ${reported}, and OIDC_ISSUER says ${issuer}: ${FAILS}`
      return [
        {
          id,
          level: 'error',
          says,
          fix: `Set OIDC_ISSUER=${quoted(reported)}, if that is your provider`,
        },
      ]
    },
  }
}

function reachable(name: string, url: string): Check {
  const id = `provider.${name}`
  const { host } = new URL(url)
  return {
    id,
    run: async (signal) => {
      const answer = await read(url, signal)
      if (typeof answer === 'string') return [unreachable(id, host, answer, url)]
      return [{ id, level: 'ok', says: `The identity provider ${host} answers` }]
    },
  }
}

function unreachable(id: string, name: string, reason: string, url: string): Finding {
  const says = `The identity provider ${name} does not answer as it should (${reason}): ${FAILS}`
  return { id, level: 'error', says, fix: `See what it says: curl -i ${url}` }
}

/** The answer, or why there is none. */
async function read(url: string, signal: AbortSignal): Promise<Response | string> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: answerSignal(signal) })
    return response.status >= 400 ? `it answers ${response.status}` : response
  } catch (error) {
    signal.throwIfAborted()
    return fetchReason(error)
  }
}
