import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { type Check, type Finding, finding, saidFinding } from '../../core/doctor/finding.ts'
import { fillTemplate } from '../../platform/coded-text.ts'
import { abortable } from '../../platform/deadline.ts'
import { FETCH_REASON_TEXTS, fetchReasonText } from '../../platform/fetch-reason.ts'
import { bareHost } from '../../platform/networks.ts'
import { answerSignal, probeHearth } from './probe.ts'

const PORT_ID = 'port'

interface PortSettings {
  host: string
  port: number
  edge_host: string
  edge_port?: number
}

/**
 * Whether the ports are Hearth's, or free for it.
 *
 * @param isRunning Whether Hearth has the database of these settings open; undefined where that is unknown
 */
export function ports(settings: PortSettings, isRunning: boolean | undefined): Check {
  const { host, port, edge_host, edge_port } = settings
  const all = [
    { name: 'PORT', host, port },
    ...(edge_port === undefined ? [] : [{ name: 'EDGE_PORT', host: edge_host, port: edge_port }]),
  ]
  return {
    id: PORT_ID,
    run: async (signal) =>
      Promise.all(
        all.filter(({ port }) => port !== 0).map((one) => portFinding(one, isRunning, signal)),
      ),
  }
}

async function portFinding(
  { name, host, port }: { name: string; host: string; port: number },
  isRunning: boolean | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  const taken = (what: string, reason = ''): Finding =>
    saidFinding(
      PORT_ID,
      isRunning === true ? 'warning' : 'error',
      isRunning === true
        ? `${what}: Hearth is running without it, and could not start with these settings${reason}`
        : `${what}: Hearth cannot start${reason}`,
      `Find it with ss -ltnp 'sport = :${port}' and end it, or set ${name} to another port`,
    )
  const found = await probeHearth(`http://${reachable(host)}:${port}`, signal)
  switch (found.kind) {
    case 'hearth':
    case 'misdirected':
      if (isRunning === false) {
        const says = `Another Hearth, with another data folder, answers on port ${port} (${name}): this one cannot start`
        const fix = `Stop that one, set DATA_DIR to its folder, or set ${name} to another port`
        return saidFinding(PORT_ID, 'error', says, fix)
      }
      return saidFinding(PORT_ID, 'ok', `Hearth answers on port ${port}`)
    case 'other':
      return taken(`Another program has port ${port} (${name})`)
    case 'none':
      if (!found.refused)
        return taken(
          `Something has port ${port} (${name}) and does not speak HTTP`,
          ` (${fillTemplate('{reason}', { reason: found.reason }, FETCH_REASON_TEXTS)})`,
        )
      if (isRunning === true) {
        const says = `Hearth is running, and not on port ${port}: it was started with another ${name} than this command has`
        const fix = `Run this with the ${name} of its start: ${name}=… npm run doctor`
        return saidFinding(PORT_ID, 'info', says, fix)
      }
      return freeFinding(name, port)
  }
}

async function freeFinding(name: string, port: number): Promise<Finding> {
  const first = await firstUnprivilegedPort()
  if (port < first && process.getuid?.() !== 0) {
    const says = `Port ${port} (${name}) is for the superuser only: Hearth cannot start on it as this user`
    const fix = `Set ${name} to ${first} or more and let a proxy forward to it`
    return saidFinding(PORT_ID, 'error', says, fix)
  }
  return saidFinding(PORT_ID, 'info', `Hearth is not running; port ${port} is free for it`)
}

/** 1024 where the system does not say. */
async function firstUnprivilegedPort(): Promise<number> {
  const text = await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(
    () => '',
  )
  return /^\d+\s*$/.test(text) ? Number(text) : 1024
}

/** An address at which this machine reaches a listener on all of its addresses. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** Whether the public addresses lead to Hearth, as this machine sees it. */
export function publicAddresses(settings: {
  base_url?: string
  alt_base_url?: string
}): readonly Check[] {
  return (['base_url', 'alt_base_url'] as const).flatMap((name) => {
    const url = settings[name]
    if (url === undefined) return []
    const run = async (signal: AbortSignal) => [await publicAddressFinding(name, url, signal)]
    return [{ id: name, run }]
  })
}

async function publicAddressFinding(
  id: 'base_url' | 'alt_base_url',
  url: string,
  signal: AbortSignal,
): Promise<Finding> {
  const name = id.toUpperCase()
  const found = await probeHearth(url, signal)
  switch (found.kind) {
    case 'hearth':
      return finding(id, 'ok', 'address_leads', { url, name })
    case 'misdirected':
      return finding(id, 'error', 'address_host', { url, name })
    case 'other': {
      const { status } = found
      return status >= 502 && status <= 504
        ? finding(id, 'warning', 'address_no_service', { url, name, status })
        : finding(id, 'error', 'address_other', { url, name, status })
    }
    case 'none':
      return finding(id, 'warning', 'address_unreachable', { url, name, reason: found.reason })
  }
}

/** Whether the operator's proxy takes connections. */
export function egressProxy({ egress_proxy }: { egress_proxy?: string }): readonly Check[] {
  if (egress_proxy === undefined) return []
  const url = new URL(egress_proxy)
  return [
    { id: 'egress_proxy', run: async (signal) => [await proxyFinding(url, answerSignal(signal))] },
  ]
}

async function proxyFinding(
  { hostname, host, protocol, port }: URL,
  signal: AbortSignal,
): Promise<Finding> {
  const id = 'egress_proxy'
  const socket = connect(Number(port || (protocol === 'https:' ? 443 : 80)), bareHost(hostname))
  try {
    await abortable(
      new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve).once('error', reject)
      }),
      signal,
    )
    return finding(id, 'ok', 'proxy_answers', { host })
  } catch (error) {
    return finding(id, 'error', 'proxy_down', { host, reason: fetchReasonText(error) })
  } finally {
    socket.destroy()
  }
}
