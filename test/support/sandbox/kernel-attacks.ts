import { attacks } from './attack.ts'

/** They reach for the kernel, the network, other processes and the terminal. */
export const KERNEL_ATTACKS = attacks(
  {
    // Calls that must be refused, each with arguments that would succeed or at least fail otherwise.
    'ptrace itself': `refused('ptrace', 0, 0, 0, 0)`,
    'ptrace process 1': `refused('ptrace', 16, 1, 0, 0)`,
    'read the memory of a process': `refused('process_vm_readv', os.getpid(), 0, 0, 0, 0, 0)`,
    'write the memory of a process': `refused('process_vm_writev', os.getpid(), 0, 0, 0, 0, 0)`,
    mount: `refused('mount', b'none', b'/tmp', b'tmpfs', 0, 0)`,
    'mount again for writing': `refused('mount', b'none', b'/usr', 0, 0x20 | 0x1000, 0)`,
    unmount: `refused('umount2', b'/work', 2)`,
    fsopen: `refused('fsopen', b'tmpfs', 0)`,
    open_tree: `refused('open_tree', -100, b'/work', 1)`,
    move_mount: `refused('move_mount', -100, b'/work', -100, b'/tmp', 0)`,
    mount_setattr: `refused('mount_setattr', -100, b'/usr', 0, 0, 0)`,
    pivot_root: `refused('pivot_root', b'/work', b'/work')`,
    chroot: `refused('chroot', b'/work')`,
    'unshare the users': `refused('unshare', 0x10000000)`,
    'unshare the network': `refused('unshare', 0x40000000)`,
    'unshare the mounts': `refused('unshare', 0x20000)`,
    setns: `refused('setns', os.open('/proc/self/ns/net', os.O_RDONLY), 0)`,
    'clone with new users': `refused('clone', 0x10000000 | 17, 0, 0, 0, 0)`,
    'clone with new processes': `refused('clone', 0x20000000 | 0x10000000 | 17, 0, 0, 0, 0)`,
    clone3: `refused('clone3', ctypes.create_string_buffer(88), 88)`,
    userfaultfd: `refused('userfaultfd', 1)\nabsent('/dev/userfaultfd')`,
    io_uring: `refused('io_uring_setup', 8, ctypes.create_string_buffer(120))`,
    'asynchronous io': `refused('io_setup', 8, ctypes.byref(ctypes.c_ulong(0)))`,
    keyctl: `refused('keyctl', 0, -3, 1)\nrefused('keyctl', 1, b'own')`,
    'add a key': `refused('add_key', b'user', b'name', b'x', 1, -3)`,
    'ask for a key': `refused('request_key', b'user', b'name', 0, -3)`,
    bpf: `refused('bpf', 0, ctypes.create_string_buffer(128), 128)`,
    perf: `refused('perf_event_open', ctypes.create_string_buffer(128), 0, -1, -1, 0)`,
    'load a module': `refused('finit_module', 0, b'', 0)\nrefused('init_module', 0, 0, b'')`,
    'load another kernel': `refused('kexec_load', 0, 0, 0, 0)\nrefused('kexec_file_load', 0, 0, 0, 0, 0)`,
    'another personality': `refused('personality', 0x0040000)\nrefused('personality', 8)`,
    swap: `refused('swapon', b'/work/x', 0)\nrefused('swapoff', b'/work/x')`,
    accounting: `refused('acct', b'/work/x')`,
    reboot: `refused('reboot', 0xfee1dead, 672274793, 0, 0)`,
    quotas: `refused('quotactl', 0x800007 << 8, b'/dev/vda', 0, 0)`,
    'file handles': `refused('name_to_handle_at', -100, b'/usr', ctypes.create_string_buffer(200), ctypes.byref(ctypes.c_int()), 0)\nrefused('open_by_handle_at', -100, ctypes.create_string_buffer(200), 0)`,
    fanotify: `refused('fanotify_init', 0, 0)`,
    'kernel log': `refused('syslog', 3, ctypes.create_string_buffer(99), 99)`,
    'compare processes': `refused('kcmp', 1, 1, 0, 0, 0)`,
    'take descriptors': `refused('pidfd_getfd', 0, 0, 0)`,
    'memory that belongs to nobody': `refused('memfd_create', b'x', 0)\nrefused('memfd_secret', 0)\nrefused('shmget', 0, 1 << 30, 0o1777)\nrefused('msgget', 0, 0o1777)\nrefused('semget', 0, 32000, 0o1777)`,
    'calls of the x32 interface': `if platform.machine() == 'x86_64':
    for base in (0x40000000 + 39, 0x40000000 + 521):
        ctypes.set_errno(0)
        held(base, libc.syscall(ctypes.c_long(base), 0, 0, 0, 0) == -1 and ctypes.get_errno() == errno.ENOSYS)
else: held()`,
    'calls of 32-bit programs': `if platform.machine() == 'x86_64':
    # mov eax, 20 (getpid of i386); int 0x80; ret
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(bytes.fromhex('b814000000cd80c3'))
    run = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    pid = os.fork()
    if pid == 0: os._exit(0 if run() == -errno.ENOSYS else 1)
    status = os.waitpid(pid, 0)[1]
    # A kernel without i386 ends the process.
    held('int 0x80', status == 0 or status & 127 == 11)
else: held()`,
    'network by IPv4 and IPv6': `for family, address in [(socket.AF_INET, ('127.0.0.1', T['port'])), (socket.AF_INET6, ('::1', T['port'])), (socket.AF_INET, ('1.1.1.1', 53))]:
    fails(lambda: socket.socket(family, socket.SOCK_STREAM).connect(address), address)
    fails(lambda: socket.socket(family, socket.SOCK_DGRAM).sendto(b'x', address), address)
fails(lambda: socket.create_connection(('127.0.0.1', T['port']), 1), 'connect')
held(os.listdir('/sys/class/net') if os.path.exists('/sys') else 'no /sys')
held('lo only', [l.split(':')[0].strip() for l in open('/proc/net/dev') if ':' in l] == ['lo'])`,
    'network by names': `fails(lambda: socket.getaddrinfo('example.org', 80), 'dns')
fails(lambda: socket.gethostbyname('localhost.localdomain'), 'name')
absent('/etc/resolv.conf')`,
    'sockets of other families': `for family, kind, protocol in [(socket.AF_NETLINK, socket.SOCK_RAW, 0), (socket.AF_PACKET, socket.SOCK_RAW, 3), (40, socket.SOCK_STREAM, 0), (38, socket.SOCK_SEQPACKET, 0), (socket.AF_INET, socket.SOCK_RAW, 1), (31, socket.SOCK_RAW, 1), (29, socket.SOCK_RAW, 1), (44, socket.SOCK_RAW, 0)]:
    fails(lambda: socket.socket(family, kind, protocol), family)
fails(lambda: socket.socketpair(socket.AF_INET, socket.SOCK_STREAM), 'pair')`,
    'unix sockets of the service': `fails(lambda: socket.socket(socket.AF_UNIX).connect(T['socket']), 'path')
fails(lambda: socket.socket(socket.AF_UNIX).connect('\\0' + T['socket']), 'abstract')
for path in ['/run/docker.sock', '/var/run/docker.sock', '/run/systemd/private', '/run/dbus/system_bus_socket', '/tmp/.X11-unix/X0']: fails(lambda: socket.socket(socket.AF_UNIX).connect(path), path)
held([l for l in open('/proc/net/unix')][1:], T['socket'] not in open('/proc/net/unix').read())`,
    'see processes of the host': `pids = [int(p) for p in os.listdir('/proc') if p.isdigit()]
held(pids, len(pids) < 10)
held('service', not any(b'bun' in open(f'/proc/{p}/cmdline', 'rb').read().split(b'\\0')[0] for p in pids))`,
    'signal the service': `for action in [lambda: os.kill(T['pid'], 0), lambda: os.kill(T['pid'], 9), lambda: os.killpg(T['pid'], 9), lambda: os.setpriority(os.PRIO_PROCESS, T['pid'], 19), lambda: os.sched_setaffinity(T['pid'], [0])]:
    if os.path.exists(f'/proc/{T["pid"]}'): held('same number inside')
    else: fails(action)`,
    'signal everything': `subprocess.run(['sh', '-c', 'kill -9 -1'], stdout=subprocess.DEVNULL)
os.kill(-1, 9)`,
    'kill process 1 of the sandbox': `try: os.kill(1, 9)\nexcept OSError: pass\ntime.sleep(0.05)\nheld()`,
    'rename the machine': `fails(lambda: socket.sethostname('x'))\nheld(socket.gethostname(), socket.gethostname() == 'sandbox')`,
    'set the clock': `fails(lambda: time.clock_settime(time.CLOCK_REALTIME, 0))`,
    'raise its bounds': `import resource
for name in ['RLIMIT_NPROC', 'RLIMIT_FSIZE', 'RLIMIT_NOFILE', 'RLIMIT_DATA', 'RLIMIT_CPU', 'RLIMIT_CORE']:
    limit = getattr(resource, name)
    fails(lambda: (_ for _ in ()).throw(OSError()) if resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)) else None, name) if False else None
    try: resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)); broken(name)
    except (ValueError, OSError) as error: held(name)`,
    'type into a terminal': `import fcntl, pty
fails(lambda: os.open('/dev/tty', os.O_RDWR), 'tty')
master, slave = os.openpty()
for request in [0x5412, 0x541c, 0x541d, 0x5412 | 1 << 32]:
    ctypes.set_errno(0)
    result = libc.ioctl(slave, ctypes.c_ulong(request), ctypes.c_char_p(b'x'))
    held(hex(request), result == -1 and ctypes.get_errno() == errno.EPERM)`,
    'print what a terminal acts on': `sys.stdout.write('\\x1b]0;owned\\x07\\x1b[2J\\x1b[31mred\\x9b31m\\x08\\r\\u202e\\nheld\\n')
sys.stderr.write('\\x1bP+q\\x1b\\\\ \\x00\\n')`,
    'schedule something for later': `for path in ['/var/spool/cron', '/run/systemd', '/etc/crontab', '/etc/cron.d']: absent(path)\nfor program in ['at', 'crontab', 'systemd-run']:\n    held(program, subprocess.run(['sh', '-c', f'echo true | {program} now'], capture_output=True, timeout=9).returncode != 0)`,
  },
  { 'signal everything': { isSilent: true }, 'kill process 1 of the sandbox': { isSilent: true } },
)
