import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { RESULTS_FOLDER } from '../suite/parts.ts'
import type { Position } from './write-kills.ts'

const PATH = `${RESULTS_FOLDER}/write-kills.txt`

/**
 * The positions of a sequence at which the service was killed without a fault, in this run and those
 * before it: a line of `write-kills.txt` each. Once all are done, the list begins anew.
 */
export function donePositions(all: readonly Position[]) {
  const names = new Set(all.map(nameOf))
  // Two runs of the sequence differ by some calls, and so the file may name others as well.
  const done = new Set(linesOf(PATH).filter((line) => names.has(line)))
  if (done.size === names.size) {
    rmSync(PATH, { force: true })
    done.clear()
  }
  return {
    get size() {
      return done.size
    },
    has: (position: Position) => done.has(nameOf(position)),
    /** Written at once, as the run may be ended at any time. */
    add(position: Position): void {
      done.add(nameOf(position))
      mkdirSync(RESULTS_FOLDER, { recursive: true })
      appendFileSync(PATH, `${nameOf(position)}\n`)
    },
  }
}

const nameOf = ({ call, when }: Position) => `${call} ${when}`

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
