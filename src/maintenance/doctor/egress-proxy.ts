import { connect } from 'node:net'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { abortable } from '../../platform/abortable.ts'
import { fetchReason } from '../../platform/fetch-reason.ts'
import { bareHost } from '../../platform/networks.ts'
import { answerSignal } from './answer-signal.ts'

const ID = 'egress_proxy'

/** Whether the operator's proxy takes connections. */
export function egressProxy({ egress_proxy }: { egress_proxy?: string }): readonly Check[] {
  if (egress_proxy === undefined) return []
  const url = new URL(egress_proxy)
  return [{ id: ID, run: async (signal) => [await findingOf(url, answerSignal(signal))] }]
}

async function findingOf(
  { hostname, host, protocol, port }: URL,
  signal: AbortSignal,
): Promise<Finding> {
  const socket = connect(Number(port || (protocol === 'https:' ? 443 : 80)), bareHost(hostname))
  try {
    await abortable(
      new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve).once('error', reject)
      }),
      signal,
    )
    const says = `Addresses that users give are fetched by the proxy ${host} (EGRESS_PROXY), which takes connections`
    return { id: ID, level: 'ok', says }
  } catch (error) {
    return {
      id: ID,
      level: 'error',
      says: `The proxy ${host} (EGRESS_PROXY) takes no connections (${fetchReason(error)}): nothing can be fetched from addresses that users give`,
      fix: 'Start it, or correct EGRESS_PROXY; without EGRESS_PROXY Hearth connects directly',
    }
  } finally {
    socket.destroy()
  }
}
