import { mkdir, symlink } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { startMachine } from '../support/hearth-command.ts'
import type { TestService } from '../support/service.ts'
import { signedInMachine } from '../support/sign-in-machine.ts'
import type { Ask, Assistant } from './assistants.ts'

const HEARTH = join(import.meta.dir, '../../.setup/hearth.mjs')
/**
 * An assistant starts in seconds, or in a minute where it gets a part of itself from npm first; one
 * that takes longer than this repeats its requests.
 */
const RUN_MS = 180_000

interface RunOptions {
  service: TestService
  question: string
  /** Changes the settings that `hearth` prints. */
  change?: (settings: string) => string
  /** In place of the credential of a signed-in machine. */
  credential?: string
  /** With an API key and the paths of API keys, which take pictures too. */
  byKey?: boolean
  how?: Ask
}

/** A machine with `hearth` and an assistant, both signed in to nothing yet. */
export async function assistantMachine(assistant: Assistant, command: string) {
  const machine = startMachine()
  const [work, bin] = [join(machine.home, 'work'), join(machine.home, 'bin')]
  await Promise.all([mkdir(work), mkdir(bin)])
  await symlink(HEARTH, join(bin, 'hearth'))
  await symlink(command, join(bin, assistant.command))
  return {
    /** The folder that the assistant works in. */
    work,
    /** Asks a question with the settings that `hearth` prints. */
    async ask({ service, question, how = {}, byKey = false, ...rest }: RunOptions) {
      const { change = (settings) => settings } = rest
      const { token } = signedInMachine(service, machine)
      const told = (await machine.run([])).stdout
      const section = sectionOf(told, assistant.heading)
      const settings = change(byKey ? section.replaceAll('/api/code', '') : section)
      const lines = await assistant.prepare({ home: machine.home, work, settings, ask: how })
      const credential = rest.credential ?? (byKey ? service.makeKey().key : undefined)
      const secret = credential === undefined ? exportOf(told) : `export HEARTH_TOKEN=${credential}`
      const ran = await runGroup(`set -e\n${secret}\n${lines}`, work, {
        PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
        HOME: machine.home,
        QUESTION: question,
        // Two of the assistants are programs of Bun, whose last stage of compiling and whose collection of
        // garbage pay for long runs only.
        BUN_JSC_useFTLJIT: '0',
        BUN_JSC_useGC: '0',
      })
      return { ...ran, token }
    },
    [Symbol.dispose]: () => machine[Symbol.dispose](),
  }
}

/** Runs shell lines. At the end, or at the time limit, all their processes are ended. */
async function runGroup(lines: string, cwd: string, env: Record<string, string>) {
  const child = Bun.spawn(['sh', '-c', lines], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has no process left.
    }
  }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, RUN_MS)
  child.exited.then(end, end)
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  clearTimeout(timer)
  return { code, stdout, stderr, isLate }
}

/** The lines under a heading, without their indentation. */
function sectionOf(told: string, heading: string): string {
  const [, after] = told.split(`\n${heading}\n`)
  const section = after?.split('\n\n', 1)[0]
  if (section === undefined) throw new Error(`hearth says nothing about ${heading}`)
  return section.replace(/^ {2}/gm, '').trimEnd()
}

function exportOf(told: string): string {
  return /^ {2}(export HEARTH_TOKEN=.*)$/m.exec(told)?.[1] ?? ''
}
