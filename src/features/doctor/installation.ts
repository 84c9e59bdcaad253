import type { Config } from '../../config/load.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { runChecks } from '../../core/doctor/run-checks.ts'
import { YtDlpProgram } from '../../media/video/yt-dlp-program.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import { fetchReason } from '../../platform/fetch-reason.ts'
import { tryParseJson } from '../../platform/json.ts'
import { redact } from '../../platform/redact.ts'
import { dataFolder } from './data-folder.ts'
import { type CheckedEngines, engineChecks, engineSummary } from './engines.ts'
import { quoted } from './file-facts.ts'
import { bunVersion, clock, connections, diskSpace } from './machine.ts'
import { modelFiles } from './model-files.ts'
import { egressProxy, publicAddresses } from './network.ts'
import { answerSignal } from './probe.ts'
import { programs, webPrograms } from './programs.ts'
import { toolContainment, workerProfiles, workerSandbox } from './workers.ts'

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
