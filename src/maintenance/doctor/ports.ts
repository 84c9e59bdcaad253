import { readFile } from 'node:fs/promises'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { askHearth } from './ask-hearth.ts'

const ID = 'port'

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
    id: ID,
    run: async (signal) =>
      Promise.all(
        all.filter(({ port }) => port !== 0).map((one) => findingOf(one, isRunning, signal)),
      ),
  }
}

async function findingOf(
  { name, host, port }: { name: string; host: string; port: number },
  isRunning: boolean | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  const taken = (what: string, reason = ''): Finding => ({
    id: ID,
    level: isRunning === true ? 'warning' : 'error',
    says:
      isRunning === true
        ? `${what}: Hearth is running without it, and could not start with these settings${reason}`
        : `${what}: Hearth cannot start${reason}`,
    fix: `Find it with ss -ltnp 'sport = :${port}' and end it, or set ${name} to another port`,
  })
  const answerer = await askHearth(`http://${reachable(host)}:${port}`, signal)
  switch (answerer.kind) {
    case 'hearth':
    case 'misdirected':
      if (isRunning === false) {
        const says = `Another Hearth, with another data folder, answers on port ${port} (${name}): this one cannot start`
        const fix = `Stop that one, set DATA_DIR to its folder, or set ${name} to another port`
        return { id: ID, level: 'error', says, fix }
      }
      return { id: ID, level: 'ok', says: `Hearth answers on port ${port}` }
    case 'other':
      return taken(`Another program has port ${port} (${name})`)
    case 'none':
      if (!answerer.refused)
        return taken(
          `Something has port ${port} (${name}) and does not speak HTTP`,
          ` (${answerer.reason})`,
        )
      if (isRunning === true) {
        const says = `Hearth is running, and not on port ${port}: it was started with another ${name} than this command has`
        const fix = `Run this with the ${name} of its start: ${name}=… npm run doctor`
        return { id: ID, level: 'info', says, fix }
      }
      return freeFinding(name, port)
  }
}

async function freeFinding(name: string, port: number): Promise<Finding> {
  const first = await firstUnprivilegedPort()
  if (port < first && process.getuid?.() !== 0) {
    const says = `Port ${port} (${name}) is for the superuser only: Hearth cannot start on it as this user`
    const fix = `Set ${name} to ${first} or more and let a proxy forward to it`
    return { id: ID, level: 'error', says, fix }
  }
  return { id: ID, level: 'info', says: `Hearth is not running; port ${port} is free for it` }
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
