import { Type } from '@sinclair/typebox'
import type { SandboxBounds, SandboxEnd } from '../../../sandbox/contract.ts'
import { WORK_BOUNDS } from '../job-folders.ts'
import { defineTool } from '../tool.ts'

/** One command. @limit worker-command seconds */
export const COMMAND_SECONDS = 60
/** @limit worker-command-max seconds */
export const MAX_COMMAND_SECONDS = 300
/** What a command may use. @limit worker-memory MiB */
export const COMMAND_MEMORY_BYTES = 1024 * 1024 * 1024
/** @limit worker-processes count */
export const COMMAND_PROCESSES = 64
const { diskBytes: COMMAND_DISK_BYTES, files: COMMAND_FILES } = WORK_BOUNDS
/** What is kept of its output for the owner. @limit worker-log MiB */
export const MAX_LOG_BYTES = 1024 * 1024
/** What it may print before it is ended. @limit worker-printed MiB */
export const MAX_PRINTED_BYTES = 64 * 1024 * 1024
/** What is read of each of its outputs, the start and the end. */
const OUTPUT_BYTES = 32 * 1024

const STOPPED: Readonly<Record<NonNullable<SandboxEnd['stopped']>, string>> = {
  deadline: 'It did not end in its time and was ended',
  memory: 'It needed too much memory and was ended',
  disk: `It wrote too much and was ended. ${deleteFirst(`${COMMAND_DISK_BYTES / 1024 / 1024} MiB`)}`,
  files: `It made too many files and was ended. ${deleteFirst(`${COMMAND_FILES} files and folders`)}`,
  output: 'It printed too much and was ended',
  processes: 'It started too many processes and was ended',
}

export const run = defineTool({
  name: 'run',
  description:
    'Runs a shell command (/bin/sh) in /work, in a sandbox without a network. /inputs is read-only. Only files in /work stay; no process goes on after the command. Python 3 may be there.',
  parameters: Type.Object({
    command: Type.String({ minLength: 1, maxLength: 50_000 }),
    timeout_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_COMMAND_SECONDS,
        description: `By default ${COMMAND_SECONDS}`,
      }),
    ),
  }),
  label: ({ command }) => `run ${command}`,
  async run({ command, timeout_seconds: seconds = COMMAND_SECONDS }, context) {
    const { sandbox, folder, signal, leftMs, logPath } = context
    const end = await sandbox.run({
      command: ['/bin/sh', '-c', command],
      work: folder.work,
      inputs: folder.inputs,
      bounds: boundsOf(Math.max(1, Math.min(seconds * 1000, leftMs))),
      signal,
      log: { path: logPath, maxBytes: MAX_LOG_BYTES },
    })
    const { exitCode, stdout, stderr, stopped } = end
    return {
      text: [
        `Exit code ${exitCode}${stopped === undefined ? '' : `. ${STOPPED[stopped]}`}`,
        ...(stdout === '' ? [] : [`Standard output:\n${stdout}`]),
        ...(stderr === '' ? [] : [`Standard error:\n${stderr}`]),
      ].join('\n'),
      hasFailed: exitCode !== 0 || stopped !== undefined,
      isLogged: true,
    }
  },
})

function deleteFirst(bound: string): string {
  return `/work may hold ${bound}: as long as it holds more, a command that adds to it is ended, so delete files first`
}

function boundsOf(deadlineMs: number): SandboxBounds {
  return {
    deadlineMs,
    memoryBytes: COMMAND_MEMORY_BYTES,
    processes: COMMAND_PROCESSES,
    cpuSeconds: MAX_COMMAND_SECONDS,
    fileBytes: COMMAND_DISK_BYTES,
    diskBytes: COMMAND_DISK_BYTES,
    files: COMMAND_FILES,
    outputBytes: OUTPUT_BYTES,
    printedBytes: MAX_PRINTED_BYTES,
  }
}
