/* Holds each thread of a command before the system calls of a filter, until another process, which hears
 * of each call over a socket, lets it go on. Linux on x86-64; it includes no headers, so that it compiles
 * on machines without them. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned long u64;

long syscall(long number, ...);

enum {
  SYS_READ = 0, SYS_WRITE = 1, SYS_FORK = 57, SYS_EXECVE = 59, SYS_EXIT = 231, SYS_WAIT4 = 61,
  SYS_GETPID = 39, SYS_SOCKET = 41, SYS_CONNECT = 42, SYS_PTRACE = 101, SYS_SETSID = 112,
  SYS_PRCTL = 157, SYS_PIPE = 22, SYS_CLOSE = 3, SYS_DUP2 = 33, SYS_CLOSE_RANGE = 436,
};
enum {
  PTRACE_CONT = 7, PTRACE_SYSCALL = 24, PTRACE_SEIZE = 0x4206, PTRACE_LISTEN = 0x4208,
  PTRACE_GET_SYSCALL_INFO = 0x420e,
};
/* Forks, vforks, clones, exec and the filter are told; tracees end with their tracer. */
enum { TRACE_OPTIONS = 0x2 | 0x4 | 0x8 | 0x10 | 0x80 | 0x100000 };
enum { EVENT_SECCOMP = 7, EVENT_STOP = 128 };
enum { SIGTRAP = 5, WALL = 0x40000000 };
enum { PR_SET_SECCOMP = 22, PR_SET_NO_NEW_PRIVS = 38, PR_SET_PTRACER = 0x59616d61 };
enum { AF_UNIX = 1, SOCK_STREAM = 1, WHOLE = 'w' };

/* What the other process hears: number and arguments of the call begin at byte 24 of `info`. */
struct call { u64 thread; u8 info[88]; };
struct address { u16 family; char path[108]; };
struct program { u16 length; void *filter; };

/* Returns the answer: a call that is to be whole ends before any other thread is heard. */
static u8 ask(int driver, struct call *call) {
  u8 answer = 0;
  if (syscall(SYS_WRITE, (long)driver, call, sizeof *call) != sizeof *call) syscall(SYS_EXIT, 1L);
  /* The command must not go on unseen: it ends with its tracer. */
  if (syscall(SYS_READ, (long)driver, &answer, 1L) != 1) syscall(SYS_EXIT, 1L);
  return answer;
}

/* Threads that have stopped while the call of another one was awaited. */
enum { MAX_STOPS = 4096 };
static struct stop { long thread; int status; } stops[MAX_STOPS];
static int first_stop = 0, next_stop = 0;

static struct stop wait_for_any(void) {
  struct stop stop = {0};
  stop.thread = syscall(SYS_WAIT4, -1L, &stop.status, (long)WALL, 0L);
  if (stop.thread < 0) syscall(SYS_EXIT, 0L);
  return stop;
}

static int has_stopped(struct stop *stop) { return (stop->status & 0xff) == 0x7f; }

/* Waits for the end of a thread's call, or of the thread. The end of a process is told by its first thread,
 * once the ends of all others were heard. */
static void end_call(long thread) {
  /* Behind the stop before the call the next one of the thread is the end of the call. */
  syscall(SYS_PTRACE, (long)PTRACE_SYSCALL, thread, 0L, 0L);
  for (;;) {
    struct stop stop = wait_for_any();
    if (stop.thread == thread) return;
    if (!has_stopped(&stop)) continue;
    stops[next_stop] = stop;
    next_stop = (next_stop + 1) % MAX_STOPS;
  }
}

static void trace(int driver) {
  for (;;) {
    struct stop stop;
    if (first_stop == next_stop) stop = wait_for_any();
    else {
      stop = stops[first_stop];
      first_stop = (first_stop + 1) % MAX_STOPS;
    }
    if (!has_stopped(&stop)) continue;
    long thread = stop.thread;
    long signal = (stop.status >> 8) & 0xff;
    int event = (stop.status >> 16) & 0xff;
    if (event == EVENT_SECCOMP) {
      struct call call = {(u64)thread};
      syscall(SYS_PTRACE, (long)PTRACE_GET_SYSCALL_INFO, thread, (long)sizeof call.info, call.info);
      if (ask(driver, &call) == WHOLE) end_call(thread);
    }
    /* SIGTRAP with this event is of a new thread or an interrupt; another signal has stopped the process. */
    int is_stopped = event == EVENT_STOP && signal != SIGTRAP;
    syscall(SYS_PTRACE, (long)(is_stopped ? PTRACE_LISTEN : PTRACE_CONT), thread, 0L,
            event == 0 ? signal : 0L);
  }
}

/* The first thing that is told is the process itself. */
static int connected(const char *path, long own) {
  struct address address = {AF_UNIX};
  for (int i = 0; i < 107 && path[i] != 0; i++) address.path[i] = path[i];
  int driver = (int)syscall(SYS_SOCKET, (long)AF_UNIX, (long)SOCK_STREAM, 0L);
  if (syscall(SYS_CONNECT, (long)driver, &address, sizeof address) != 0) syscall(SYS_EXIT, 1L);
  struct call hello = {(u64)own};
  ask(driver, &hello);
  return driver;
}

/** Becomes the command, traced by a process of its own; returns only where that failed. */
int hold_calls(const char *path, void *filter, int length, char **command, char **environment) {
  int ready[2];
  char byte = 0;
  long own = syscall(SYS_GETPID);
  if (syscall(SYS_PIPE, ready) != 0) return 1;
  syscall(SYS_PRCTL, (long)PR_SET_PTRACER, -1L, 0L, 0L, 0L);
  long child = syscall(SYS_FORK);
  if (child == 0) {
    /* A child of the service would be seen in its waits: this one belongs to the init process. */
    if (syscall(SYS_FORK) != 0) syscall(SYS_EXIT, 0L);
    syscall(SYS_SETSID);
    int driver = connected(path, own);
    if (syscall(SYS_PTRACE, (long)PTRACE_SEIZE, own, 0L, (long)TRACE_OPTIONS) == 0)
      syscall(SYS_WRITE, (long)ready[1], &byte, 1L);
    syscall(SYS_DUP2, (long)driver, 0L);
    syscall(SYS_CLOSE_RANGE, 1L, 0xffffffffL, 0L);
    trace(0);
  }
  syscall(SYS_WAIT4, child, 0L, 0L, 0L);
  syscall(SYS_CLOSE, (long)ready[1]);
  if (syscall(SYS_READ, (long)ready[0], &byte, 1L) != 1) return 2;
  syscall(SYS_CLOSE, (long)ready[0]);
  struct program program = {(u16)length, filter};
  if (syscall(SYS_PRCTL, (long)PR_SET_SECCOMP, 2L, &program, 0L, 0L) != 0) {
    syscall(SYS_PRCTL, (long)PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
    if (syscall(SYS_PRCTL, (long)PR_SET_SECCOMP, 2L, &program, 0L, 0L) != 0) return 3;
  }
  syscall(SYS_EXECVE, command[0], command, environment);
  return 4;
}
