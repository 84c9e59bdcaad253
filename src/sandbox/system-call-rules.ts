import type { SystemCall } from './system-calls.ts'

/** Error numbers of Linux. */
const EPERM = 1
const ENOSYS = 38
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
export interface Rule {
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
export const RULES: readonly Rule[] = [
  ...FORBIDDEN.map((call) => ({ call, errno: EPERM })),
  ...ABSENT.map((call) => ({ call, errno: ENOSYS })),
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
