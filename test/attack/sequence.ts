import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { BubblewrapSandbox } from '../../src/sandbox/bubblewrap-sandbox.ts'
import { ACTIONS } from './actions.ts'
import { makeAbleKey, UnexpectedAnswer } from './client.ts'
import type { AttackContext } from './driver.ts'
import type { Ledger } from './ledger.ts'

/** The kinds of requests that this machine can serve without a network. */
export async function usableActions(): Promise<readonly string[]> {
  using sandbox = new BubblewrapSandbox({ env: process.env })
  const { ok } = await sandbox.state()
  return Object.keys(ACTIONS).filter((name) => name !== 'scrape' && (ok || name !== 'worker'))
}

/** A data folder with keys, from which each round starts. */
export interface Template {
  readonly folder: string
  readonly keys: readonly string[]
}

/** @param clients Number of keys */
export async function makeTemplate(
  { start, folder }: AttackContext,
  toml: string,
  clients: number,
): Promise<Template> {
  const own = join(folder, 'template')
  await using service = await start({ folder: own, toml })
  const keys: string[] = []
  for (let client = 0; client < clients; client += 1)
    keys.push(await makeAbleKey(service.url, `client ${client}`))
  await service.kill('SIGTERM')
  return { folder: own, keys }
}

/** A copy of a template as the folder of a round. */
export function copyOf({ folder }: Template, to: string): string {
  cpSync(folder, to, { recursive: true })
  return to
}

/**
 * Sends one request of each kind, one after another, until the service is gone.
 *
 * @returns What it has refused or answered wrongly
 */
export async function runSequence(
  url: string,
  keys: readonly string[],
  ledger: Ledger,
  { actions, random }: { actions: readonly string[]; random: () => number },
): Promise<string[]> {
  const faults: string[] = []
  for (const [index, name] of actions.entries()) {
    const key = keys[index % keys.length] ?? ''
    ledger.sent += 1
    try {
      await ACTIONS[name]?.({ url, key, ledger, random, name: `sequence-${name}` })
    } catch (error) {
      if (error instanceof UnexpectedAnswer) faults.push(error.message)
      else if (error instanceof Error) return faults
      else throw error
    }
  }
  return faults
}
