import { attacks } from './attack.ts'

const MB = 1_000_000

/** They try to use the machine up, or to go on after their end. */
export const RESOURCE_ATTACKS = attacks(
  {
    'a fork bomb': `while True:
    try: os.fork()
    except OSError: pass`,
    'a fork bomb of shells': `os.execv('/bin/sh', ['sh', '-c', 'f() { f | f & }; f; while :; do f; done 2> /dev/null'])`,
    'more processes than allowed': `count = 0
try:
    while count < 300:
        if os.fork() == 0: time.sleep(180); os._exit(0)
        count += 1
except OSError: pass
held(count, 10 < count < 60)`,
    'more threads than allowed': `threads = []
try:
    while len(threads) < 300:
        thread = threading.Thread(target=time.sleep, args=(20,), daemon=True); thread.start(); threads.append(thread)
except RuntimeError: pass
held(len(threads), 10 < len(threads) < 60)
sys.stdout.flush(); os._exit(0)`,
    zombies: `count = 0
try:
    while count < 300:
        if os.fork() == 0: os._exit(0)
        count += 1
except OSError: pass
held(count, count < 60)`,
    'memory of one process': `fails(lambda: len(bytearray(400_000_000)), 'memory')`,
    'memory of many processes': `for i in range(20):
    if os.fork() == 0: kept = bytearray(b'x') * 30_000_000; time.sleep(180)
time.sleep(180)`,
    'shared memory': `kept = mmap.mmap(-1, 2_000_000_000)
for at in range(0, 2_000_000_000, 4096): kept[at] = 1`,
    'memory in /tmp and /dev/shm': `for folder in ['/tmp', '/dev/shm']:
    def fill():
        for i in range(40):
            with open(f'{folder}/{i}', 'wb') as file: file.write(b'x' * 10_000_000)
    fails(fill, folder)`,
    'memory in socket buffers': `def fill():
    pairs = []
    try:
        while True:
            pair = socket.socketpair(); pairs.append(pair)
            for end in pair:
                end.setblocking(False)
                try:
                    while True: end.send(b'x' * 65536)
                except BlockingIOError: pass
    except OSError: pass
    time.sleep(180)
for i in range(8):
    if os.fork() == 0: fill()
time.sleep(180)`,
    'one large file': `signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
def fill():
    with open('/work/large', 'wb') as file:
        for i in range(100): file.write(b'x' * 1_000_000)
fails(fill, 'file')
fails(lambda: os.truncate('/work/large', 10 ** 12), 'sparse')
held(os.path.getsize('/work/large'), os.path.getsize('/work/large') <= 20_000_000)`,
    'many large files': `for i in range(300):
    with open(f'/work/{i}', 'wb') as file: file.write(b'x' * 5_000_000)
time.sleep(180)`,
    'room taken without writing': `fd = os.open('/work/reserved', os.O_RDWR | os.O_CREAT)
refused('fallocate', fd, 0, 0, 15_000_000, by=(errno.EOPNOTSUPP,))
import fcntl
for request in [0x40305828, 0x4030582a, 0x40305839]:
    fails(lambda: fcntl.ioctl(fd, request, struct.pack('hhqqiI16x', 0, 0, 0, 15_000_000, 0, 0)), hex(request))
held(os.fstat(fd).st_blocks, os.fstat(fd).st_blocks == 0)
os.posix_fallocate(fd, 0, 1_000_000)
held(os.fstat(fd).st_size, os.fstat(fd).st_size == 1_000_000)`,
    'large files without a name': `kept = []
for i in range(60):
    file = open('/work/unnamed', 'wb', buffering=0); file.write(b'x' * 5_000_000); os.unlink('/work/unnamed'); kept.append(file)
time.sleep(180)`,
    'large files that are only mapped': `kept = []
for i in range(60):
    with open('/work/mapped', 'wb+', buffering=0) as file: file.write(b'x' * 5_000_000); kept.append(mmap.mmap(file.fileno(), 4096))
    os.unlink('/work/mapped')
time.sleep(180)`,
    'large files that are sent and never received': `sender, receiver = socket.socketpair()
for i in range(60):
    with open('/work/sent', 'wb', buffering=0) as file:
        file.write(b'x' * 5_000_000); os.unlink('/work/sent'); socket.send_fds(sender, [b'x'], [file.fileno()])
time.sleep(180)`,
    'large files of a process whose first thread has ended': `kept = []
def fill():
    time.sleep(0.3)
    for i in range(60):
        file = open('/work/unnamed', 'wb', buffering=0); file.write(b'x' * 5_000_000); os.unlink('/work/unnamed'); kept.append(file)
    time.sleep(180)
threading.Thread(target=fill).start()
libc.syscall(ctypes.c_long(93 if platform.machine() == 'aarch64' else 60), ctypes.c_long(0))`,
    'memory of processes whose first thread has ended': `def fill():
    time.sleep(0.3); kept = bytearray(b'x') * 30_000_000; time.sleep(180)
for i in range(12):
    if os.fork() == 0:
        threading.Thread(target=fill).start()
        libc.syscall(ctypes.c_long(93 if platform.machine() == 'aarch64' else 60), ctypes.c_long(0))
time.sleep(180)`,
    'shared memory that is taken out of the process': `kept = mmap.mmap(-1, 1_000_000_000)
for start in range(0, 1_000_000_000, 10_485_760):
    for at in range(start, min(start + 10_485_760, 1_000_000_000), 4096): kept[at] = 1
    kept.madvise(mmap.MADV_DONTNEED)
time.sleep(180)`,
    'many files': `for i in range(100_000): open(f'/work/{i}', 'w').close()
time.sleep(180)`,
    'many files in /tmp': `for i in range(100_000): os.mkdir(f'/tmp/{i}')
time.sleep(180)`,
    'many links': `open('/work/file', 'w').close()
for i in range(100_000): os.link('/work/file', f'/work/{i}')
time.sleep(180)`,
    'deep folders': `for i in range(300): os.mkdir('d' * 200); os.chdir('d' * 200)
time.sleep(180)`,
    'files in a folder that hides them': `os.mkdir('/work/hidden'); os.chmod('/work/hidden', 0o300)
for i in range(600):
    with open(f'/work/hidden/{i}', 'wb') as file: file.write(b'x' * 200_000)
os.chmod('/work/hidden', 0)
time.sleep(180)`,
    'all descriptors': `kept = []
try:
    while len(kept) < 5000: kept.append(os.open('/dev/null', os.O_RDONLY))
except OSError: pass
held(len(kept), len(kept) < 300)`,
    'a flood on stdout': `while True: os.write(1, b'x' * 65536)`,
    'a flood of lines on stderr': `while True: os.write(2, b'y\\n' * 4096)`,
    'processor time': `while True: pass`,
    'sleep beyond the deadline': `for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
time.sleep(180)`,
    'a stopped process': `os.kill(os.getpid(), signal.SIGSTOP)`,
    'a process that outlives its command': `if os.fork() == 0:
    os.setsid()
    for number in range(1, 65):
        try: signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError): pass
    if os.fork() == 0:
        os.closerange(0, 256)
        time.sleep(180)
    os._exit(0)
os._exit(0)`,
    'a process that holds the output open': `if os.fork() == 0: time.sleep(180)
os._exit(0)`,
    'a time bomb': `subprocess.Popen(['sh', '-c', 'sleep 0.3; echo late > /work/late; echo late > /tmp/late'], start_new_session=True)`,
    'a command that never reads': `held()`,
  },
  {
    'a fork bomb': { bounds: { deadlineMs: 700 }, stopped: ['deadline', 'processes'] },
    'a fork bomb of shells': { bounds: { deadlineMs: 700 }, isSilent: true },
    'memory of many processes': { stopped: 'memory' },
    'shared memory': { stopped: 'memory' },
    'memory in /tmp and /dev/shm': { bounds: { memoryBytes: 300 * MB } },
    // A control group counts it as memory.
    'memory in socket buffers': { stopped: 'memory', bounds: { memoryBytes: 60 * MB } },
    'many large files': { stopped: 'disk' },
    'large files without a name': { stopped: 'disk' },
    'large files that are only mapped': { stopped: 'disk' },
    'large files that are sent and never received': { stopped: 'disk' },
    'large files of a process whose first thread has ended': { stopped: 'disk' },
    'memory of processes whose first thread has ended': { stopped: 'memory' },
    'shared memory that is taken out of the process': { stopped: 'memory' },
    'many files': { stopped: 'files' },
    'many files in /tmp': { stopped: 'files' },
    'many links': { stopped: 'files' },
    'deep folders': { stopped: 'files' },
    'files in a folder that hides them': { stopped: ['files', 'disk'] },
    'a flood on stdout': { stopped: 'output' },
    'a flood of lines on stderr': { stopped: 'output' },
    'processor time': { bounds: { cpuSeconds: 1 }, isSilent: true },
    'sleep beyond the deadline': { bounds: { deadlineMs: 300 }, stopped: 'deadline' },
    'a stopped process': { bounds: { deadlineMs: 300 }, stopped: 'deadline' },
    'a process that outlives its command': { isSilent: true },
    'a process that holds the output open': { isSilent: true },
    'a time bomb': { isSilent: true },
  },
)
