import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AttackResult } from '../support/sandbox/run-attacks.ts'
import { type Driver, skipped } from './driver.ts'

const RUNNER = join(import.meta.dir, '../support/sandbox/run-attacks.ts')

/** Commands of workers try to use up disk, memory and processes past the bounds that are polled. */
export const commands: Driver = {
  name: 'commands',
  async run({ folder, deadline }) {
    const losses: string[] = []
    let attacks = 0
    let rounds = 0
    do {
      const own = join(folder, String(rounds))
      mkdirSync(own)
      const child = Bun.spawn([process.execPath, RUNNER, own, 'without-cgroups', 'resources'], {
        env: { PATH: process.env['PATH'] ?? '', HOME: own, TMPDIR: own },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const printed = await new Response(child.stdout).text()
      if ((await child.exited) !== 0) return { losses: ['the attacks have failed'], values: {} }
      const { state, results } = JSON.parse(printed)
      if (state.ok !== true) return skipped(`no sandbox: ${state.reason}`)
      for (const { name, faults } of results as AttackResult[])
        losses.push(...faults.map((fault) => `${name}: ${fault}`))
      attacks += results.length
      rounds += 1
    } while (!deadline.aborted && losses.length === 0)
    return { losses, values: { rounds, attacks } }
  },
}
