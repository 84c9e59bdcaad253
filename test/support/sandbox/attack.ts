import type { SandboxBounds, StopReason } from '../../../src/sandbox/contract.ts'

/** A program that tries to get out of the sandbox, or to use up the machine. */
export interface Attack {
  name: string
  /** Python; {@link PRELUDE} comes before it. It calls `held()` for each part that was refused. */
  python: string
  bounds?: Partial<SandboxBounds>
  /** What must end it; else it must end by itself and say that all was refused. */
  stopped?: StopReason | readonly StopReason[]
  /** It need not say anything: what counts is that the machine is as before. */
  isSilent?: boolean
}

/** @param ends How those end that do not end by themselves, by their names */
export function attacks<name extends string>(
  programs: Record<name, string>,
  ends: NoInfer<Partial<Record<name, Omit<Attack, 'name' | 'python'>>>>,
): Attack[] {
  const all = Object.entries<string>(programs)
  return all.map(([name, python]) => ({ name, python, ...Reflect.get(ends, name) }))
}

/** What the programs aim at. They get it as JSON. */
export interface Targets {
  /** A file of the service that all users of the machine may read. */
  secret: string
  /** The folder of another job. */
  otherWork: string
  /** A unix socket of the service, by its path and in the abstract namespace. */
  socket: string
  port: number
  /** Of the service. */
  pid: number
  numbers: Readonly<Record<string, number | undefined>>
}

/** Helpers of the programs. A part that is not refused is printed with BROKEN. */
export const PRELUDE = `
import ctypes, errno, json, mmap, os, platform, signal, socket, struct, subprocess, sys, threading, time
T = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
def held(what='', is_true=True):
    print(('held ' if is_true else 'BROKEN ') + str(what), flush=True)
def broken(what): held(what, False)
def number(name):
    return T['numbers'].get(name)
def call(name, *args):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number(name)), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    return result, ctypes.get_errno()
def refused(name, *args, by=(errno.EPERM, errno.ENOSYS)):
    result, code = call(name, *args)
    held(f'{name} {result} {errno.errorcode.get(code, code)}', result == -1 and code in by)
def fails(action, what=''):
    try:
        value = action()
    except (OSError, subprocess.SubprocessError, MemoryError) as error:
        held(f'{what} {error!r}')
    else:
        broken(f'{what} {value!r}'[:300])
def unreadable(path):
    fails(lambda: open(path, 'rb').read(64), path)
def unwritable(path):
    fails(lambda: open(path, 'wb').write(b'x'), path)
def absent(path):
    held(path, not os.path.lexists(path))
`
