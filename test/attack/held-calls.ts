import {
  closeSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const LAUNCHER = join(import.meta.dir, 'hold-calls.ts')

/** Where the arguments of a call name its file: a descriptor, or an address with its folder before it. */
type FileOf = { fd: number } | { at: number | undefined; path: number }
const fd = (argument: number): FileOf => ({ fd: argument })
const path = (argument: number): FileOf => ({ at: undefined, path: argument })
const pathAt = (at: number): FileOf => ({ at, path: at + 1 })

/** System calls that change files or wait for the disk, by their numbers on x86-64. */
const CALLS: Readonly<Record<number, readonly [string, FileOf]>> = {
  1: ['write', fd(0)],
  18: ['pwrite64', fd(0)],
  20: ['writev', fd(0)],
  296: ['pwritev', fd(0)],
  328: ['pwritev2', fd(0)],
  40: ['sendfile', fd(0)],
  275: ['splice', fd(2)],
  326: ['copy_file_range', fd(2)],
  74: ['fsync', fd(0)],
  75: ['fdatasync', fd(0)],
  77: ['ftruncate', fd(0)],
  285: ['fallocate', fd(0)],
  76: ['truncate', path(0)],
  // Those that move or link are of the folder that they write to.
  82: ['rename', path(1)],
  264: ['renameat', pathAt(2)],
  316: ['renameat2', pathAt(2)],
  86: ['link', path(1)],
  265: ['linkat', pathAt(2)],
  88: ['symlink', path(1)],
  266: ['symlinkat', pathAt(1)],
  83: ['mkdir', path(0)],
  258: ['mkdirat', pathAt(0)],
  84: ['rmdir', path(0)],
  87: ['unlink', path(0)],
  263: ['unlinkat', pathAt(0)],
  85: ['creat', path(0)],
  2: ['open', path(0)],
  257: ['openat', pathAt(0)],
}
/** Of these only calls that create or empty a file, by the argument with their flags. */
const OPENS = { 2: 1, 257: 2 } as const
const O_CREAT_OR_TRUNC = 0x40 | 0x200
const AT_FDCWD = -100

/** What the tracer tells: the thread, the number of its call, and the arguments. */
const MESSAGE_BYTES = 96
const NUMBER_AT = 32
const ARGUMENTS_AT = 40
/** Processes with another one see folders under other names. */
const MOUNTS = 'ns/mnt'
const MAX_PATH_BYTES = 4096

/** A call on a file of the folder that was not made yet. */
export interface HeldCall {
  name: string
  /** Below the folder, or as a sandbox has it. */
  path: string
}

export interface HeldService extends Disposable {
  /** Command before that of the service. */
  prefix: readonly string[]
  /** Of the service, once it is about to start. */
  pid: Promise<number>
  /** Resolves when the service and all that it has started have ended. */
  ended: Promise<void>
}

/**
 * Holds a service and its children before each call that changes a file of a folder. No such call is made,
 * and none is on its way, while `onCall` runs: the folder is what a kill in this moment would leave. Other
 * threads go on until they come to such a call themselves.
 *
 * SQLite writes its `-shm`, where it has one, by memory instead of calls. Whoever opens a database first
 * makes it anew from the log, so that its content does not outlive a kill.
 *
 * @param socket Path of the socket over which the tracer tells of calls
 */
export function holdCalls(
  socket: string,
  folder: string,
  onCall: (call: HeldCall) => Promise<void>,
): HeldService {
  const started = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<void>()
  let mounts: string | undefined
  const answer = async (bytes: DataView): Promise<string> => {
    const thread = Number(bytes.getBigUint64(0, true))
    if (mounts === undefined) {
      mounts = linkOf(thread, MOUNTS) ?? '?'
      started.resolve(thread)
      return 'g'
    }
    const call = heldCall(bytes, { thread, folder, mounts })
    if (call === undefined) return 'g'
    await onCall(call)
    return 'w'
  }
  const listener = Bun.listen({
    unix: socket,
    socket: {
      async data(connection, bytes) {
        // The tracer waits for each answer.
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        if (bytes.byteLength === MESSAGE_BYTES) connection.write(await answer(view))
        else connection.end()
      },
      close: () => ended.resolve(),
    },
  })
  return {
    prefix: [process.execPath, LAUNCHER, socket],
    pid: started.promise,
    ended: ended.promise,
    [Symbol.dispose]: () => {
      listener.stop(true)
      rmSync(socket, { force: true })
    },
  }
}

/** Reads what a call is about, where that is a file of the folder. */
function heldCall(
  bytes: DataView,
  { thread, folder, mounts }: { thread: number; folder: string; mounts: string },
): HeldCall | undefined {
  const [name, file] = CALLS[Number(bytes.getBigUint64(NUMBER_AT, true))] ?? []
  if (name === undefined || file === undefined) return undefined
  const argument = (index: number) => bytes.getBigUint64(ARGUMENTS_AT + 8 * index, true)
  const isSandboxed = linkOf(thread, MOUNTS) !== mounts
  const path =
    'fd' in file
      ? (linkOf(thread, `fd/${argument(file.fd)}`) ?? '?')
      : pathOf(
          thread,
          file.at === undefined ? AT_FDCWD : Number(argument(file.at)),
          argument(file.path),
        )
  // A pipe or a socket.
  if (!path.startsWith('/')) return undefined
  if (!isSandboxed)
    return path.startsWith(`${folder}/`) ? { name, path: path.slice(folder.length + 1) } : undefined
  // A sandbox has folders of this one under other names.
  const seen = 'fd' in file ? `fd/${argument(file.fd)}` : join('root', dirname(path))
  return deviceOf(`/proc/${thread}/${seen}`) === deviceOf(folder) ? { name, path } : undefined
}

function linkOf(thread: number, name: string): string | undefined {
  try {
    return readlinkSync(`/proc/${thread}/${name}`)
  } catch {
    return undefined
  }
}

function deviceOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.dev
}

/** The absolute path that a thread has at an address, as the folder of the thread resolves it. */
function pathOf(thread: number, at: number, address: bigint): string {
  const bytes = new Uint8Array(MAX_PATH_BYTES)
  const memory = openSync(`/proc/${thread}/mem`, 'r')
  try {
    // Up to the end of its page at least.
    const length = MAX_PATH_BYTES - Number(address % BigInt(MAX_PATH_BYTES))
    const first = readSync(memory, bytes, 0, length, address)
    if (!bytes.subarray(0, first).includes(0))
      readSync(memory, bytes, first, MAX_PATH_BYTES - first, address + BigInt(first))
  } finally {
    closeSync(memory)
  }
  const path = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)))
  const from = (at | 0) === AT_FDCWD ? 'cwd' : `fd/${at}`
  return resolve(linkOf(thread, from) ?? '/', path)
}

/** The program of seccomp that holds these calls and lets all others pass, 8 bytes an instruction. */
export function filterOfCalls(): Uint8Array {
  const always = Object.keys(CALLS).filter((number) => !(number in OPENS))
  const opens = Object.entries(OPENS)
  const [LOAD, EQUALS, HAS_BITS, RETURN] = [0x20, 0x15, 0x45, 0x06]
  const [HOLD, ALLOW] = [0x7ff00000, 0x7fff0000]
  // Each of `opens` loads its flags and decides; the two ends stand behind them.
  const decide = opens.length * 3
  const program: [code: number, yes: number, no: number, value: number][] = [[LOAD, 0, 0, 0]]
  for (const [index, number] of always.entries())
    program.push([EQUALS, always.length - index - 1 + decide + 1, 0, Number(number)])
  for (const [index, [number, flags]] of opens.entries()) {
    const left = decide - 3 * index
    program.push([EQUALS, 0, 2, Number(number)])
    program.push([LOAD, 0, 0, 16 + 8 * flags])
    program.push([HAS_BITS, left - 2, left - 3, O_CREAT_OR_TRUNC])
  }
  program.push([RETURN, 0, 0, ALLOW], [RETURN, 0, 0, HOLD])
  const bytes = new DataView(new ArrayBuffer(program.length * 8))
  for (const [index, [code, yes, no, value]] of program.entries()) {
    bytes.setUint16(index * 8, code, true)
    bytes.setUint8(index * 8 + 2, yes)
    bytes.setUint8(index * 8 + 3, no)
    bytes.setUint32(index * 8 + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}

/** @returns Why calls cannot be held on this machine; nothing where they can */
export async function holdingFault(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'Calls of the service can be held on Linux with an x86-64 processor only: run it on one'
  const own = realpathSync(folder)
  const calls: string[] = []
  using held = holdCalls(join(own, 'probe.sock'), own, async ({ name, path }) => {
    calls.push(`${name} ${path}`)
  })
  const script = 'echo 1 > "$0/probe"; mv "$0/probe" "$0/moved"; rm "$0/moved"'
  const child = Bun.spawn([...held.prefix, '/bin/sh', '-c', script, own], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = await child.stderr.text()
  const seen = calls.map((call) => call.split(' ')[1]).join(' ')
  if ((await child.exited) === 0 && seen === 'probe probe moved moved') return undefined
  const reason = said.trim() || `of three changes of a file it saw: ${calls.join(', ')}`
  return `Calls of the service cannot be held (${reason}): a container needs --cap-add=SYS_PTRACE`
}
