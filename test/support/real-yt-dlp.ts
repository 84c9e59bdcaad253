import { basename } from 'node:path'
import { egressProxies } from '../../src/media/fetch/egress-proxy.ts'
import { PinnedFetch } from '../../src/media/fetch/pinned-fetch.ts'
import { YtDlp } from '../../src/media/video/yt-dlp.ts'
import { createLog } from '../../src/platform/log.ts'
import { debianYtDlp } from '../contract/debian-yt-dlp.ts'
import { Skipped } from '../contract/run-cases.ts'
import { inTestInternet, TestInternet, textAnswer } from './test-internet.ts'
import { thrown } from './thrown.ts'

const PROGRAM = 'HEARTH_TEST_YT_DLP'
/** Of every host but the private one. */
const OWN = '93.184.0.1'

/**
 * Runs the tests of a file with the real yt-dlp, in a network of their own. Where it cannot be had,
 * they are skipped with the reason.
 */
export async function withRealYtDlp(file: string, tests: () => void): Promise<void> {
  // Found outside: inside there is no network to have it from.
  process.env[PROGRAM] ??= await found(file)
  if (process.env[PROGRAM] !== '') inTestInternet(file, tests)
}

async function found(file: string): Promise<string> {
  try {
    return await debianYtDlp()
  } catch (error) {
    if (!(error instanceof Skipped)) throw error
    console.log(`Skipped ${basename(file)}: ${error.message}`)
    return ''
  }
}

/** @param bwrap By default as it is found */
export function openYtDlp(bwrap?: string): YtDlp {
  return new YtDlp({
    programs: { yt_dlp: process.env[PROGRAM], bwrap },
    env: { PATH: process.env['PATH'], SSL_CERT_FILE: process.env['NODE_EXTRA_CA_CERTS'] },
    openEgressProxy: egressProxies({ log: createLog('silent') }),
    safeFetch: new PinnedFetch(),
  })
}

/** A network with three public hosts and a private one. */
export async function openSites(): Promise<TestInternet> {
  const net = await TestInternet.open()
  for (const name of ['a.test', 'b.test', 'c.test']) net.name(name, [OWN])
  net.name('inside.test', ['10.0.0.1'])
  return net
}

/** Requests that reached another than a public address. */
export function reachedInside(net: TestInternet) {
  return net.received.filter(({ address }) => address !== OWN)
}

export function question(url: string, deadlineMs = 90_000) {
  return { url, deadlineMs, signal: new AbortController().signal }
}

export function answerOf(type: string, body: string): string {
  return textAnswer(body, '200 OK', [`content-type: ${type}`])
}

export function pageOf(body: string): string {
  return answerOf('text/html; charset=utf-8', body)
}

export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return Reflect.get(Object(await thrown(promise)), 'code')
}
