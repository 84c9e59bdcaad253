import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { abortable } from '../../platform/deadline.ts'
import { fetchReason } from '../../platform/fetch-reason.ts'
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
  const taken = (what: string, reason = ''): Finding => ({
    id: PORT_ID,
    level: isRunning === true ? 'warning' : 'error',
    says:
      isRunning === true
        ? `${what}: Hearth is running without it, and could not start with these settings${reason}`
        : `${what}: Hearth cannot start${reason}`,
    fix: `Find it with ss -ltnp 'sport = :${port}' and end it, or set ${name} to another port`,
  })
  const found = await probeHearth(`http://${reachable(host)}:${port}`, signal)
  switch (found.kind) {
    case 'hearth':
    case 'misdirected':
      if (isRunning === false) {
        const says = `Another Hearth, with another data folder, answers on port ${port} (${name}): this one cannot start`
        const fix = `Stop that one, set DATA_DIR to its folder, or set ${name} to another port`
        return { id: PORT_ID, level: 'error', says, fix }
      }
      return { id: PORT_ID, level: 'ok', says: `Hearth answers on port ${port}` }
    case 'other':
      return taken(`Another program has port ${port} (${name})`)
    case 'none':
      if (!found.refused)
        return taken(
          `Something has port ${port} (${name}) and does not speak HTTP`,
          ` (${found.reason})`,
        )
      if (isRunning === true) {
        const says = `Hearth is running, and not on port ${port}: it was started with another ${name} than this command has`
        const fix = `Run this with the ${name} of its start: ${name}=… npm run doctor`
        return { id: PORT_ID, level: 'info', says, fix }
      }
      return freeFinding(name, port)
  }
}

async function freeFinding(name: string, port: number): Promise<Finding> {
  const first = await firstUnprivilegedPort()
  if (port < first && process.getuid?.() !== 0) {
    const says = `Port ${port} (${name}) is for the superuser only: Hearth cannot start on it as this user`
    const fix = `Set ${name} to ${first} or more and let a proxy forward to it`
    return { id: PORT_ID, level: 'error', says, fix }
  }
  return { id: PORT_ID, level: 'info', says: `Hearth is not running; port ${port} is free for it` }
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
      return { id, level: 'ok', says: `${url} (${name}) leads to Hearth` }
    case 'misdirected':
      return {
        id,
        level: 'error',
        says: `${url} (${name}) leads to Hearth, but with another Host than the browser’s: everybody gets 421 there`,
        fix: 'Let the proxy keep Host: nginx wants proxy_set_header Host $host; Caddy does it by itself',
      }
    case 'other':
      if (found.status >= 502 && found.status <= 504) {
        const says = `The proxy at ${url} (${name}) answers ${found.status}: Hearth is not running, or the proxy forwards to another port`
        return { id, level: 'warning', says, fix: 'Start Hearth, then forward to EDGE_PORT' }
      }
      return {
        id,
        level: 'error',
        says: `${url} (${name}) leads to another program, which answers ${found.status}: sign-in and links from mails and pages fail`,
        fix: `Let that name forward to EDGE_PORT, or correct ${name}`,
      }
    case 'none':
      return {
        id,
        level: 'warning',
        says: `This machine cannot reach ${url} (${name}): ${found.reason}. Others may still, where the router does not lead back`,
        fix: `Try it from another network: curl -i ${url}/health`,
      }
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
    const says = `Addresses that users give are fetched by the proxy ${host} (EGRESS_PROXY), which takes connections`
    return { id, level: 'ok', says }
  } catch (error) {
    return {
      id,
      level: 'error',
      says: `The proxy ${host} (EGRESS_PROXY) takes no connections (${fetchReason(error)}): nothing can be fetched from addresses that users give`,
      fix: 'Start it, or correct EGRESS_PROXY; without EGRESS_PROXY Hearth connects directly',
    }
  } finally {
    socket.destroy()
  }
}
