import { numberOf, type Processor, type SystemCall } from './system-calls.ts'

/** Operations of a classic BPF program. Linux, `bpf_common.h` */
const LOAD_WORD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const JUMP_IF_ANY_BIT = 0x45
const RETURN = 0x06
const INSTRUCTION_BYTES = 8

/** Offsets in `struct seccomp_data`. */
const NUMBER_OFFSET = 0
const ARCHITECTURE_OFFSET = 4
const ARGUMENTS_OFFSET = 16
const ARGUMENT_BYTES = 8

/** Results of a filter. Linux, `seccomp.h` */
const ALLOW = 0x7fff_0000
const REFUSE = 0x0005_0000
const ENOSYS = 38

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64. */
const ARCHITECTURES: Readonly<Record<Processor, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }
/** Calls of the x32 interface of x86-64 have this bit, and numbers of their own. */
const X32_BIT = 0x4000_0000

/** `whenTrue` and `whenFalse` are numbers of instructions to skip. */
interface Instruction {
  code: number
  value: number
  whenTrue?: number
  whenFalse?: number
}

/**
 * The seccomp filter of the sandbox, as bubblewrap takes it. System calls of another processor type,
 * as of 32-bit programs, are refused.
 */
export function seccompFilter(processor: Processor): Uint8Array {
  const program: Instruction[] = [
    { code: LOAD_WORD, value: ARCHITECTURE_OFFSET },
    { code: JUMP_IF_EQUAL, value: ARCHITECTURES[processor], whenTrue: 1 },
    refuse(ENOSYS),
    { code: LOAD_WORD, value: NUMBER_OFFSET },
    { code: JUMP_IF_AT_LEAST, value: X32_BIT, whenFalse: 1 },
    refuse(ENOSYS),
    ...RULES.flatMap((rule) => {
      const number = numberOf(rule.call, processor)
      if (number === undefined) return []
      const checks = checksOf(rule)
      return [{ code: JUMP_IF_EQUAL, value: number, whenFalse: checks.length }, ...checks]
    }),
    { code: RETURN, value: ALLOW },
  ]
  return encoded(program)
}

/** They decide about the call; none goes on to the next rule. */
function checksOf({ errno, when }: Rule): Instruction[] {
  if (when === undefined) return [refuse(errno)]
  const load = { code: LOAD_WORD, value: ARGUMENTS_OFFSET + ARGUMENT_BYTES * when.argument }
  const allow = { code: RETURN, value: ALLOW }
  if ('hasBits' in when)
    return [
      load,
      { code: JUMP_IF_ANY_BIT, value: when.hasBits, whenFalse: 1 },
      refuse(errno),
      allow,
    ]
  const values = 'isOneOf' in when ? when.isOneOf : when.isNoneOf
  const [listed, other] = 'isOneOf' in when ? [refuse(errno), allow] : [allow, refuse(errno)]
  const jumps = values.map((value, index) => ({
    code: JUMP_IF_EQUAL,
    value,
    whenTrue: values.length - index,
  }))
  return [load, ...jumps, other, listed]
}

function refuse(errno: number): Instruction {
  return { code: RETURN, value: REFUSE + errno }
}

function encoded(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * INSTRUCTION_BYTES))
  // Both processor types are little-endian under Linux.
  for (const [index, { code, value, whenTrue = 0, whenFalse = 0 }] of program.entries()) {
    const at = index * INSTRUCTION_BYTES
    bytes.setUint16(at, code, true)
    bytes.setUint8(at + 2, whenTrue)
    bytes.setUint8(at + 3, whenFalse)
    bytes.setUint32(at + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}

/** Error numbers of Linux. */
const EPERM = 1
const NOT_IMPLEMENTED = 38
const EOPNOTSUPP = 95
const EAFNOSUPPORT = 97

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e02_0000
/** Bits of a file's mode that lend the rights of its owner or group. */
const SETUID_SETGID = 0o6000
/** TIOCSTI and TIOCLINUX put text into a terminal's input; TIOCCONS takes the console's output. */
const TERMINAL_INPUT = [0x5412, 0x541c, 0x541d]
/** FS_IOC_RESVSP, RESVSP64 and ZERO_RANGE, which work as fallocate; XFS_IOC_ALLOCSP and ALLOCSP64. */
const PREALLOCATION = [0x4030_5828, 0x4030_582a, 0x4030_5839, 0x4030_580a, 0x4030_5824]
const AF_UNIX = 1
/** PER_LINUX, and the question which one is set. */
const USUAL_PERSONALITIES = [0, 0xffff_ffff]

/** A call that is refused: always, or by one of its arguments, of which the low 32 bits count. */
interface Rule {
  call: SystemCall
  errno: number
  when?:
    | { argument: number; hasBits: number }
    | { argument: number; isOneOf: readonly number[] }
    | { argument: number; isNoneOf: readonly number[] }
}

/** They would act on other processes, on mounts, or on the kernel. Few programs ask for them. */
const FORBIDDEN = [
  ...['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'kcmp', 'pidfd_getfd'],
  ...['mount', 'umount2', 'move_mount', 'fsopen', 'fsconfig', 'fsmount', 'fspick', 'open_tree'],
  ...['open_tree_attr', 'mount_setattr', 'pivot_root', 'chroot', 'statmount', 'listmount'],
  ...['unshare', 'setns', 'bpf', 'keyctl', 'add_key', 'request_key', 'perf_event_open'],
  ...['userfaultfd', 'fanotify_init', 'name_to_handle_at', 'open_by_handle_at', 'lookup_dcookie'],
  ...['init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load', 'reboot'],
  ...['acct', 'swapon', 'swapoff', 'quotactl', 'quotactl_fd', 'syslog', 'vhangup', 'modify_ldt'],
  ...['iopl', 'ioperm', 'uselib', '_sysctl', 'sysfs', 'nfsservctl', 'migrate_pages', 'move_pages'],
  // Pages in pipes are counted for no process.
  ...['mbind', 'set_mempolicy', 'vmsplice'],
] as const satisfies readonly SystemCall[]

/**
 * Programs do without them when the kernel is said not to have them. Memory of memfd, of System V
 * and of message queues belongs to no process, so that no bound would count it. The arguments of
 * clone3 and openat2 are in memory, where a filter cannot look.
 */
const ABSENT = [
  ...['clone3', 'openat2', 'io_uring_setup', 'io_uring_enter', 'io_uring_register', 'io_setup'],
  ...['memfd_create', 'memfd_secret', 'shmget', 'shmat', 'shmctl', 'msgget', 'semget', 'mq_open'],
] as const satisfies readonly SystemCall[]

/** Calls that set the mode of a file, by the argument that holds it. */
const MODE_ARGUMENTS = [
  ...[{ call: 'chmod', argument: 1 } as const, { call: 'fchmod', argument: 1 } as const],
  ...[{ call: 'fchmodat', argument: 2 } as const, { call: 'fchmodat2', argument: 2 } as const],
  ...[{ call: 'open', argument: 2 } as const, { call: 'openat', argument: 3 } as const],
  ...[{ call: 'creat', argument: 1 } as const, { call: 'mknod', argument: 1 } as const],
  { call: 'mknodat', argument: 2 } as const,
] satisfies readonly { call: SystemCall; argument: number }[]

/** What the sandbox refuses of the kernel. At most one rule for each call. */
const RULES: readonly Rule[] = [
  ...FORBIDDEN.map((call) => ({ call, errno: EPERM })),
  ...ABSENT.map((call) => ({ call, errno: NOT_IMPLEMENTED })),
  // On the host, the files of a job may belong to the user of the service.
  ...MODE_ARGUMENTS.map(({ call, argument }) => ({
    call,
    errno: EPERM,
    when: { argument, hasBits: SETUID_SETGID },
  })),
  { call: 'clone', errno: EPERM, when: { argument: 0, hasBits: NEW_NAMESPACES } },
  {
    call: 'ioctl',
    errno: EPERM,
    when: { argument: 1, isOneOf: [...TERMINAL_INPUT, ...PREALLOCATION] },
  },
  // It fills a disk at once, so that a bound that is polled would be too late. Programs write instead.
  { call: 'fallocate', errno: EOPNOTSUPP },
  { call: 'personality', errno: EPERM, when: { argument: 0, isNoneOf: USUAL_PERSONALITIES } },
  // There is no network. Programs talk to their own children by sockets of this family.
  { call: 'socket', errno: EAFNOSUPPORT, when: { argument: 0, isNoneOf: [AF_UNIX] } },
  { call: 'socketpair', errno: EAFNOSUPPORT, when: { argument: 0, isNoneOf: [AF_UNIX] } },
]
