import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processesOf } from '../support/live-processes.ts'
import { PRIMARY_KEY } from '../support/service.ts'
import { send } from './client.ts'
import type { Driver } from './driver.ts'
import { faultOf, type HostileCase, runHostile } from './hostile.ts'
import { TOOL_SCRIPTS, toolScript } from './tool-scripts.ts'

const TIMEOUT_SECONDS = 5
/** How long the processes of a tool may outlive its answer. */
const LEFT_MS = 15_000

/** Command-line tools that do all that a tool can do wrong, asked for streams and for whole answers. */
export const tools: Driver = {
  name: 'tools',
  async run(context) {
    const all = Object.entries(TOOL_SCRIPTS).flatMap(([name, body], index) =>
      [false, true].map((isStream) => {
        const id = `${name.replaceAll('-', '_')}${isStream ? '_s' : ''}`
        const seconds = process.pid * 1000 + index * 2 + Number(isStream)
        return { id, name, body, isStream, seconds }
      }),
    )
    const bin = join(context.folder, 'bin')
    mkdirSync(bin)
    for (const { id, body, seconds } of all) {
      writeFileSync(join(bin, id), toolScript(body, seconds))
      chmodSync(join(bin, id), 0o755)
      mkdirSync(join(bin, `${id}.login`))
    }
    const toml = all
      .map(
        ({ id }) =>
          `[[engines]]\nid = "${id}"\nadapter = "claude"\ncommand = "${join(bin, id)}"\nmodels = ["m"]\ntimeout_seconds = ${TIMEOUT_SECONDS}\n[[engines.accounts]]\nid = "one"\ndir = "${join(bin, `${id}.login`)}"\n`,
      )
      .join('\n')
    const cases = all.map(({ id, name, isStream, seconds }): HostileCase => {
      const messages = [{ role: 'user', content: 'Hi '.repeat(30_000) }]
      const body = { model: id, messages, stream: isStream }
      return {
        name: `${name}${isStream ? ' (stream)' : ''}`,
        attack: async ({ url }) => {
          const answer = await send(url, PRIMARY_KEY, 'POST', '/v1/chat/completions', body)
          const fault = await faultOf(answer)
          return fault ?? (await leftOf(seconds))
        },
      }
    })
    return await runHostile({ context, service: { toml }, cases })
  },
}

/** @returns What is left of a tool that should have been ended with its answer */
async function leftOf(seconds: number): Promise<string | undefined> {
  const until = performance.now() + LEFT_MS
  for (;;) {
    const left = processesOf(`sleep ${seconds}`)
    if (left.length === 0) return undefined
    if (performance.now() < until) {
      await Bun.sleep(100)
      continue
    }
    // They are of this driver, by the time that they sleep for.
    for (const pid of left) process.kill(pid, 'SIGKILL')
    return `${left.length} processes of the tool are left`
  }
}
