import { attacks } from './attack.ts'

/** They reach for files of the machine, of the service and of other jobs. */
export const FILE_ATTACKS = attacks(
  {
    'read /etc/shadow': `unreadable('/etc/shadow')`,
    'read the users of the machine': `names = [line.split(':')[0] for line in open('/etc/passwd')]
held(names, names == ['root', 'sandbox'])
held('groups', [line.split(':')[0] for line in open('/etc/group')] == ['root', 'sandbox'])`,
    'read the data folder': `unreadable(T['secret'])`,
    'read the folder of another job': `absent(T['otherWork'])`,
    'climb above the root': `unreadable('../' * 40 + T['secret'].lstrip('/'))
os.chdir('/')
unreadable('../' * 40 + 'etc/shadow')`,
    'go through the roots in /proc': `for process in [p for p in os.listdir('/proc') if p.isdigit()] + ['self', 'thread-self']:
    for link in ['root', 'cwd']:
        unreadable(f'/proc/{process}/{link}' + T['secret'])
    for fd in range(0, 20):
        path = f'/proc/{process}/fd/{fd}'
        if os.path.isdir(path) and process != 'self': broken(path)`,
    'go through open descriptors of the service': `mine = sorted(int(fd) for fd in os.listdir('/proc/self/fd'))
held(mine, all(fd <= 3 for fd in mine))`,
    'list the folders of the machine': `for path in ['/root', '/home', '/var', '/run', '/sys', '/boot', '/srv', '/mnt', '/opt', '/media', '/etc/hosts', '/etc/resolv.conf', '/etc/ssh']: absent(path)
held(sorted(os.listdir('/')), set(os.listdir('/')) <= {'bin','dev','etc','inputs','lib','lib32','lib64','libx32','proc','sbin','tmp','usr','work'})`,
    'read the environment of the service': `held('own', 'HEARTH_ATTACK_SECRET' not in os.environ)
for process in [p for p in os.listdir('/proc') if p.isdigit()]:
    try: text = open(f'/proc/{process}/environ', 'rb').read()
    except OSError: text = b''
    held(process, b'HEARTH_ATTACK_SECRET' not in text and b'hunter2' not in text)`,
    'read the memory of the kernel and of process 1': `for path in ['/proc/kcore', '/proc/kmsg', '/dev/mem', '/dev/kmem', '/dev/kmsg', '/dev/port', '/proc/1/mem', '/proc/vmallocinfo', '/proc/slabinfo']: unreadable(path)`,
    'make and open devices': `fails(lambda: os.mknod('/tmp/disk', 0o60644, os.makedev(8, 0)), 'block')
fails(lambda: os.mknod('/work/mem', 0o20644, os.makedev(1, 1)), 'char')
held(os.listdir('/dev'), set(os.listdir('/dev')) <= {'console','core','fd','full','null','ptmx','pts','random','shm','stderr','stdin','stdout','tty','urandom','zero'})`,
    'write outside of the work folder': `for path in ['/x', '/usr/x', '/usr/bin/env', '/bin/sh', '/etc/x', '/etc/passwd', '/dev/x', '/inputs/x', '/inputs/input', '/proc/x']: unwritable(path)
fails(lambda: os.unlink('/inputs/input'), 'unlink')
fails(lambda: os.rename('/inputs/input', '/work/input'), 'rename')
fails(lambda: os.chmod('/inputs/input', 0o777), 'chmod')
fails(lambda: os.mkdir('/made'), 'mkdir')
fails(lambda: os.rmdir('/work'), 'rmdir')`,
    'change settings of the kernel': `for path in ['/proc/sys/kernel/core_pattern', '/proc/sys/kernel/hostname', '/proc/sys/vm/overcommit_memory', '/proc/sys/net/ipv4/ip_forward', '/proc/sysrq-trigger', '/proc/sys/fs/file-max', '/proc/irq/default_smp_affinity', '/proc/sys/kernel/ns_last_pid']:
    fails(lambda: os.write(os.open(path, os.O_WRONLY), b'1'), path)`,
    'escape by control groups': `absent('/sys/fs/cgroup')
fails(lambda: open('/proc/self/cgroup', 'w').write('0'), 'cgroup')
fails(lambda: os.mkdir('/sys'), 'sys')`,
    'live longer than others when memory is short': `fails(lambda: os.write(os.open('/proc/self/oom_score_adj', os.O_WRONLY), b'-1000'), 'oom')
held('first', open('/proc/self/oom_score_adj').read().strip() == '1000')`,
    'use the rights of setuid programs': `for program in ['/usr/bin/su', '/usr/bin/mount', '/usr/bin/passwd', '/usr/bin/newgrp', '/usr/bin/chsh', '/usr/bin/sudo']:
    if not os.path.exists(program): continue
    with subprocess.Popen([program, '-c', 'id'] if program.endswith('su') else [program, 'x'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
        ids = [line for line in open(f'/proc/{child.pid}/status') if line.startswith(('Uid', 'CapEff'))] if os.path.exists(f'/proc/{child.pid}/status') else []
        child.communicate(timeout=5)
        held(program, child.returncode != 0 and not any(line.split()[2] == '0' for line in ids if line.startswith('Uid')))
status = dict(line.rstrip().split(':', 1) for line in open('/proc/self/status'))
held(status['NoNewPrivs'], status['NoNewPrivs'].strip() == '1')
for name in ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']: held(name, int(status[name], 16) == 0)`,
    'make a setuid program on the host': `open('/work/tool', 'w').write('#!/bin/sh')
fails(lambda: os.chmod('/work/tool', 0o4755), 'chmod')
fails(lambda: os.chmod('/work/tool', 0o2755), 'chmod')
fd = os.open('/work/tool', os.O_RDWR)
fails(lambda: os.fchmod(fd, 0o4755), 'fchmod')
fails(lambda: os.open('/work/born', os.O_CREAT | os.O_WRONLY, 0o4755), 'open')
fails(lambda: os.mknod('/work/made', 0o104755), 'mknod')
refused('fchmodat2', -100, ctypes.c_char_p(b'/work/tool'), 0o4755, 0)
held('mode', not any(os.lstat('/work/' + name).st_mode & 0o6000 for name in os.listdir('/work')))`,
    'become root or another user': `for action in [lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0]), lambda: os.setreuid(0, 0), lambda: os.setresuid(0, 0, 0), lambda: os.setresgid(0, 0, 0), lambda: os.chown('/work', 0, 0), lambda: os.chroot('/work'), lambda: os.nice(-5)]: fails(action)`,
    'link to files of the machine': `os.symlink(T['secret'], '/work/link')
unreadable('/work/link')
os.symlink('/etc', '/work/folder')
os.symlink('/proc/1/root', '/work/process')
fails(lambda: os.link('/usr/bin/env', '/work/env'), 'link')
fails(lambda: os.link('/inputs/input', '/work/input'), 'link')
open('/work/one', 'w').write('x')
os.link('/work/one', '/work/two')
os.mkfifo('/work/pipe')
socket.socket(socket.AF_UNIX).bind('/work/socket')`,
    'exchange a folder for a link while the host counts it': `os.mkdir('/work/a')
os.symlink('/', '/work/b')
until = time.time() + 0.6
while time.time() < until:
    libc.syscall(ctypes.c_long(316 if platform.machine() == 'x86_64' else 276), -100, b'/work/a', -100, b'/work/b', 2)
held()`,
    'take the right to read a folder away while the host counts it': `until = time.time() + 0.6
while time.time() < until:
    os.makedirs('/work/a/b', exist_ok=True)
    for mode in [0, 0o100, 0o400, 0o300, 0o700]: os.chmod('/work/a', mode)
    open('/work/a/x', 'w').close()
    os.rename('/work/a/b', '/work/c'); os.rmdir('/work/c')`,
    'name files so that they escape': `for name in [b'..\\\\..\\\\evil', b'\\x1b]0;owned\\x07', b'line\\nbreak', b'\\xff\\xfe', b'a' * 255, 'rtl\\u202egpj.exe'.encode(), b'-rf', b'.hidden', b'...', b'%2e%2e%2fetc']:
    open(b'/work/' + name, 'w').write('x')
fails(lambda: open('/work/' + 'a' * 256, 'w'), 'long')
held()`,
  },
  { 'take the right to read a folder away while the host counts it': { isSilent: true } },
)
