import { availableParallelism } from 'node:os'
import { SUITES } from '../contract/suites.ts'
import { LONG_TEST_MS, TEST_MS } from '../support/test-ms.ts'

/** A command of the run whose result counts: a check, or a process that runs tests. */
export interface Part {
  name: string
  command: readonly string[]
  env?: Readonly<Record<string, string>>
  /** A check and an attack are one result; `bun test` writes a report; a contract suite prints counts. */
  kind: 'check' | 'attack' | 'tests' | 'contract'
  /** How many processes it keeps busy. */
  processes: number
  /** Whether it starts the service as a process, again and again. */
  startsServices?: boolean
}

/** Where a run leaves the output of each part and its table; not in git. */
export const RESULTS_FOLDER = 'test-results'
const TIMINGS_FOLDER = 'test/suite/timings'

/** Milliseconds that each file took in the last whole run, for the balance of the next. */
export const timingsOf = (part: 'default' | 'browser' | 'slow') => `${TIMINGS_FOLDER}/${part}.json`

/** How the tests of `test/browser` that `npm test` runs begin; `test:all` runs all of them. */
const JOURNEYS = '^journey: '

/** How many processes of tests run at once, and whose times they have. Slow files wait and compute. */
const PROCESSES = {
  default: { most: 2, timings: 'default', timeoutMs: TEST_MS },
  late: { most: 2, timings: 'default', timeoutMs: LONG_TEST_MS },
  journeys: { most: 1, timings: 'browser', timeoutMs: LONG_TEST_MS },
  browser: { most: 2, timings: 'browser', timeoutMs: LONG_TEST_MS },
  slow: { most: availableParallelism() + 1, timings: 'slow', timeoutMs: LONG_TEST_MS },
} as const
type TestsName = keyof typeof PROCESSES

/**
 * The last stage of Bun's compiling takes a seventh of the time of a process: little of what these run is
 * run often enough to win it back.
 */
const FOR_BUN = { BUN_JSC_useFTLJIT: '0' }
/**
 * Memory that is freed stays with a process that runs many files: it starts hundreds of services, and
 * spends a fifth of its time on giving their pages back and faulting them in again.
 */
const FOR_MANY_FILES = { MIMALLOC_PURGE_DELAY: '-1', ...FOR_BUN }
/** The compiler ends before what it leaves in memory matters: collecting it takes a fifth of its time. */
const FOR_COMPILER = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/**
 * Runs files of tests.
 *
 * @param files Paths; by default all of the part
 * @param measured Whether the times of the files are written for the next run
 */
function tests(
  name: TestsName,
  folders: readonly string[],
  { files, measured = false, env, names }: TestsOptions & More = {},
): Part {
  const isWhole = files === undefined
  // One process for a few files: each more needs its own copy of the modules.
  const { most, timings, timeoutMs } = PROCESSES[name]
  const processes = Math.min(most, files?.length ?? Number.POSITIVE_INFINITY)
  // A slow file has a process of its own, because it kills, limits or floods it.
  const isShared = name !== 'slow'
  const command = [
    ...[process.execPath, 'test', `--timeout=${timeoutMs}`, '--only-failures'],
    ...['--reporter=junit', `--reporter-outfile=${RESULTS_FOLDER}/${name}.xml`],
    ...(processes > 1 ? [`--parallel=${processes}`] : []),
    ...(processes > 1 && isShared ? ['--no-isolate'] : []),
    ...(folders.length > 0 || !isWhole ? ['--path-ignore-patterns='] : []),
    ...(isWhole ? [`--timings=${timingsOf(timings)}`] : []),
    ...(isWhole && measured ? ['--update-timings'] : []),
    ...(names === undefined ? [] : [`--test-name-pattern=${names}`]),
    ...(files ?? folders),
  ]
  return {
    name,
    command,
    kind: 'tests',
    processes,
    startsServices: name === 'slow',
    env: { ...(isShared ? FOR_MANY_FILES : FOR_BUN), ...env },
  }
}

interface More extends Pick<Part, 'env'> {
  /** Pattern of the tests' names. */
  names?: string
}

/** Of a part with tests: some of its files, or whether its times are written. */
export interface TestsOptions {
  files?: readonly string[]
  measured?: boolean
}

const check = (name: string, env: Part['env'] = {}): Part => ({
  name,
  kind: 'check',
  command: [process.execPath, 'run', name],
  env,
  processes: 1,
})

const contract = (name: string): Part => ({
  name: `contract:${name}`,
  kind: 'contract',
  command: [process.execPath, 'test/contract/run.ts', name],
  processes: name === 'worker-nodes' ? 2 : 1,
  // It runs the tests of many files.
  env: name === 'worker-nodes' ? FOR_MANY_FILES : FOR_BUN,
})

/** Kills at each write, for at most 15 minutes; the next run of the same code goes on with what is left. */
const WRITE_KILLS: Part = {
  name: 'write-kills',
  kind: 'attack',
  command: [process.execPath, 'test/attack/run.ts', '--only', 'write-kills', '--minutes', '15'],
  processes: 2,
  env: FOR_BUN,
  startsServices: true,
}

/** What checks the text of the code; these run one after another. */
export const CHECKS: readonly Part[] = [
  check('lint'),
  check('dead', FOR_BUN),
  check('types', FOR_COMPILER),
]

/** Each process that runs tests, by its name. */
export const TESTS = {
  default: (options?: TestsOptions) => tests('default', [], options),
  journeys: (options?: TestsOptions) =>
    tests('journeys', ['./test/browser'], { ...options, names: JOURNEYS }),
  browser: (options?: TestsOptions & Pick<Part, 'env'>) =>
    tests('browser', ['./test/browser'], options),
  slow: (options?: TestsOptions) => tests('slow', ['./test/slow'], options),
  late: (options?: TestsOptions) => tests('late', [], { ...options, env: { TEST_LATE: '1' } }),
} satisfies Record<TestsName, (options?: TestsOptions) => Part>

/** What `npm test` runs: a person waits for it. */
export const quick = (): Part[] => [...CHECKS, TESTS.default(), TESTS.journeys()]

/** Contract suites of minutes that use one processor in part: they begin early, so that none is left at the end. */
const EARLY = ['contract:deployment', 'contract:assistants']

/**
 * What `npm run test:all` runs, in the order in which both processors are busy to the end: what can keep
 * several busy first, each beside one contract suite, and the short suites last. The default tests run once,
 * and late: `npm test` has them as they are.
 */
export function everything(): Part[] {
  const measured = { measured: true }
  const contracts = Object.keys(SUITES).map(contract)
  const early = contracts.filter(({ name }) => EARLY.includes(name))
  return [
    ...[...CHECKS, TESTS.slow(measured), TESTS.late()],
    ...early.toSorted((a, b) => EARLY.indexOf(a.name) - EARLY.indexOf(b.name)),
    ...[WRITE_KILLS, TESTS.browser({ ...measured, env: { EVERY_LOOK: '1' } })],
    ...contracts.filter((part) => !early.includes(part)),
  ]
}
