import { readdirSync, readFileSync } from 'node:fs'

/** Ids of the processes with an entry (`NAME=value`) in their environment. Zombies have an empty one. */
export function processesWith(entry: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && environmentOf(pid).includes(entry))
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return []
  }
}

/** Ids of the other processes whose command line has a text in it. */
export function processesOf(text: string): number[] {
  return processesWhere((command) => command.includes(text))
}

/** Those that run a command themselves: what has started it has it in its own arguments, and more. */
export function processesRunning(command: string): number[] {
  return processesWhere((own) => own.endsWith(command))
}

function processesWhere(matches: (command: string) => boolean): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && matches(commandOf(pid)))
}

/** The command line of a process, its arguments separated by blanks; '' of one that has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}
