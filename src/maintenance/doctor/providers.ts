import type { Check, Finding } from '../../core/doctor/finding.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import { fetchReason } from '../../platform/fetch-reason.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'
import { quoted } from './file-facts.ts'
import { answerSignal } from './probe.ts'

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
