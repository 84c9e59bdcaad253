import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/load.ts'
import { type Check, type Finding, finding, part } from '../../core/doctor/finding.ts'
import { runChecks } from '../../core/doctor/run-checks.ts'
import { YtDlpProgram } from '../../media/video/yt-dlp-program.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import type { CodedText } from '../../platform/coded-text.ts'
import { codeOf } from '../../platform/errors.ts'
import { fetchReasonText } from '../../platform/fetch-reason.ts'
import { tryParseJson } from '../../platform/json.ts'
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
      return [finding(id, 'error', 'bucket_unusable', { reason: error.reason, fix: error.remedy })]
    const { origin } = new URL(s3.endpoint)
    return [
      finding(id, 'ok', 'bucket_used', { bucket: s3.bucket, origin }),
      ...(await leftInFolder(id, folder)),
    ]
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
  return [finding(id, 'info', 'bucket_leftovers', { folder, names: names.join(', ') })]
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
  if (!facts.isDirectory()) return [finding(ID, 'error', 'folder_is_file', { path })]
  const blocked = await blockedPaths(path)
  if (blocked.length > 0) return [blockedFinding(path, blocked)]
  const open = await openPaths(path)
  if (open.length === 0) return [finding(ID, 'ok', 'folder_private', { path })]
  const opened = { paths: open.join(', '), folder: quoted(path) }
  return [finding(ID, 'warning', 'folder_open', opened)]
}

function blockedFinding(folder: string, blocked: readonly string[]): Finding {
  const facts = { user: userName(), paths: blocked.join(', '), folder: quoted(folder) }
  return finding(ID, 'error', 'folder_blocked', facts)
}

async function newFolder(path: string): Promise<Finding> {
  const parent = await existingFolder(path)
  if (await isAllowed(parent, constants.W_OK)) return finding(ID, 'info', 'folder_new', { path })
  const facts = { path, parent, user: userName(), folder: quoted(path) }
  return finding(ID, 'error', 'folder_denied', facts)
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
    findings.push(finding(ID, 'warning', 'secrets_open', { path, file: quoted(path) }))
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
          diskSpace(settings.data_dir, settings.min_free_bytes),
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
  return [...findings, ...engineSummary(engines, findings)]
}

interface ProviderSettings {
  oidc_issuer?: string
  google_client_id?: string
  github_client_id?: string
}

const GOOGLE_ISSUER = 'https://accounts.google.com'
const GITHUB = 'https://api.github.com/'

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
      if (!(answer instanceof Response))
        return [finding(id, 'error', 'provider_down', { name: issuer, reason: answer, url })]
      const { value: document } = tryParseJson((await boundedText(answer)) ?? '')
      const reported: unknown = Reflect.get(Object(document), 'issuer')
      if (reported === issuer) return [finding(id, 'ok', 'provider_answers', { name: issuer })]
      if (typeof reported !== 'string')
        return [
          finding(id, 'error', 'provider_down', { name: issuer, reason: part('no_document'), url }),
        ]
      const facts = { reported, issuer, quoted: quoted(reported) }
      return [finding(id, 'error', 'provider_other_name', facts)]
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
      return answer instanceof Response
        ? [finding(id, 'ok', 'provider_answers', { name: host })]
        : [finding(id, 'error', 'provider_down', { name: host, reason: answer, url })]
    },
  }
}

/** The answer, or why there is none. */
async function read(url: string, signal: AbortSignal): Promise<Response | string | CodedText> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: answerSignal(signal) })
    const { status } = response
    return status >= 400 ? part('answers', { status }) : response
  } catch (error) {
    signal.throwIfAborted()
    return fetchReasonText(error)
  }
}
