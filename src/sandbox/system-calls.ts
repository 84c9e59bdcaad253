import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryName } from '../platform/process-table.ts'

/** Processors for which the numbers of system calls are known. */
export type Processor = 'x64' | 'arm64'

/** Numbers on x86-64 and on arm64; null where the call does not exist. Linux, `unistd.h` */
export const SYSTEM_CALLS = {
  _sysctl: [156, null],
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  chmod: [90, null],
  chroot: [161, 51],
  clone: [56, 220],
  clone3: [435, 435],
  creat: [85, null],
  delete_module: [176, 106],
  fallocate: [285, 47],
  fanotify_init: [300, 262],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  io_setup: [206, 0],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioctl: [16, 29],
  ioperm: [173, null],
  iopl: [172, null],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  listmount: [458, 458],
  lookup_dcookie: [212, 18],
  mbind: [237, 235],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  migrate_pages: [256, 238],
  mknod: [133, null],
  mknodat: [259, 33],
  modify_ldt: [154, null],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  move_pages: [279, 239],
  mq_open: [240, 180],
  msgget: [68, 186],
  name_to_handle_at: [303, 264],
  nfsservctl: [180, 42],
  open: [2, null],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  openat: [257, 56],
  openat2: [437, 437],
  perf_event_open: [298, 241],
  personality: [135, 92],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_madvise: [440, 440],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  request_key: [249, 218],
  semget: [64, 190],
  set_mempolicy: [238, 237],
  setns: [308, 268],
  shmat: [30, 196],
  shmctl: [31, 195],
  shmget: [29, 194],
  socket: [41, 198],
  socketpair: [53, 199],
  statmount: [457, 457],
  swapoff: [168, 225],
  swapon: [167, 224],
  sysfs: [139, null],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  uselib: [134, null],
  userfaultfd: [323, 282],
  vhangup: [153, 58],
  vmsplice: [278, 75],
} as const satisfies Record<string, readonly [x64: number, arm64: number | null]>

export type SystemCall = keyof typeof SYSTEM_CALLS

/** @returns undefined where the processor has no such call */
export function numberOf(call: SystemCall, processor: Processor): number | undefined {
  const [x64, arm64] = SYSTEM_CALLS[call]
  return (processor === 'x64' ? x64 : arm64) ?? undefined
}

/** Linux; Node has no name for it. A file that never has a name. */
const O_TMPFILE = constants.O_DIRECTORY | 0o20000000
const OWNER_ONLY = 0o600

/** A small file without a name, to be handed to child processes. Nothing of it is left after a kill. */
export class AnonymousFile implements Disposable {
  readonly #descriptor: number
  #isOpen = true

  constructor(content: string | Uint8Array) {
    this.#descriptor = openUnnamed()
    writeSync(this.#descriptor, Buffer.from(content))
  }

  /**
   * @returns A descriptor with a position of its own, to be closed by the caller
   * @throws After disposal, when the number may be that of another file
   */
  open(): number {
    if (!this.#isOpen) throw new Error('The file is closed')
    return openSync(`/proc/self/fd/${this.#descriptor}`, 'r')
  }

  [Symbol.dispose](): void {
    if (this.#isOpen) closeSync(this.#descriptor)
    this.#isOpen = false
  }
}

function openUnnamed(): number {
  try {
    return openSync(tmpdir(), constants.O_RDWR | O_TMPFILE, OWNER_ONLY)
  } catch {
    // Not all file systems can.
    const folder = mkdtempSync(join(tmpdir(), temporaryName('sandbox')))
    try {
      return openSync(join(folder, 'content'), 'wx+', OWNER_ONLY)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
