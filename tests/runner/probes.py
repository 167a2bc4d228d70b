"""Attempts to break out of a seat: `CALLS` by number of system call (x86-64), `PROBES` in Python."""

CALLS = {
    "trace a process (ptrace)": (101, 16, 1, 0, 0),
    "read another's memory (process_vm_readv)": (310, 1, 0, 0, 0, 0, 0),
    "write another's memory (process_vm_writev)": (311, 1, 0, 0, 0, 0, 0),
    "compare with another process (kcmp)": (312, 1, 1, 0, 0, 0),
    "take another's descriptor (pidfd_getfd)": (438, 0, 0, 0),
    "open a process (pidfd_open)": (434, 1, 0),
    "signal a process (kill)": (62, 1, 0),
    "load code into the kernel (bpf)": (321, 0, 0, 0),
    "load a module (init_module)": (175, 0, 0, 0),
    "start another kernel (kexec_load)": (246, 0, 0, 0, 0),
    "restart the machine (reboot)": (169, 0xFEE1DEAD, 672274793, 0, 0),
    "queues past the filter (io_uring_setup)": (425, 1, 0),
    "handle page faults (userfaultfd)": (323, 0),
    "watch the processor (perf_event_open)": (298, 0, 0, -1, -1, 0),
    "keys of the kernel (keyctl)": (250, 0, -3, 0),
    "add a key (add_key)": (248, 0, 0, 0, 0, 0),
    "mount": (165, 0, 0, 0, 0, 0),
    "unmount (umount2)": (166, 0, 0),
    "another root (pivot_root)": (155, 0, 0),
    "another root (chroot)": (161, 0),
    "mount anew (fsopen)": (430, 0, 0),
    "move a mount (move_mount)": (429, 0, 0, 0, 0, 0),
    "new namespaces (unshare)": (272, 0x1000_0000),
    "another's namespaces (setns)": (308, 0, 0),
    "a child in new namespaces (clone)": (56, 0x1000_0011, 0, 0, 0, 0),
    "a child (clone)": (56, 17, 0, 0, 0, 0),
    "a child (clone3)": (435, 0, 0),
    "a child (fork)": (57,),
    "a child (vfork)": (58,),
    "another program (execve)": (59, 0, 0, 0),
    "another program (execveat)": (322, -100, 0, 0, 0, 0),
    "memory without a name (memfd_create)": (319, 0, 0),
    "memory that no limit counts (mmap, shared)": (9, 0, 1 << 20, 3, 0x21, -1, 0),
    "memory that no limit counts (mmap, growing down)": (9, 0, 1 << 20, 3, 0x122, -1, 0),
    "tell by a lock (flock)": (73, 3, 6),
    "tell by a lock (fcntl F_SETLK)": (72, 3, 6, 0),
    "look for a lock (fcntl F_GETLK)": (72, 3, 5, 0),
    "tell by a lock (fcntl F_OFD_SETLK)": (72, 3, 37, 0),
    "tell by a lease (fcntl F_SETLEASE)": (72, 3, 1024, 0),
    "watch a folder (fcntl F_NOTIFY)": (72, 3, 1026, 1),
    "wake who waits at a file (futex)": (202, 0, 1, 1, 0, 0, 0),
    "count who waits at a file (futex)": (202, 0, 3, 0, 1, 0, 0),
    "drop a file from memory (fadvise64)": (221, 3, 0, 0, 4),
    "shared memory (shmget)": (29, 1, 4096, 0o1666),
    "who fills the disk (statfs)": (137, 0, 0),
    "which pages others have read (mincore)": (27, 0, 4096, 0),
    "message queues (msgget)": (68, 1, 0o1666),
    "semaphores (semget)": (64, 1, 1, 0o1666),
    "message queues by name (mq_open)": (240, 0, 0o100, 0o666, 0),
    "files by handle (open_by_handle_at)": (304, 0, 0, 0),
    "a network socket (AF_INET)": (41, 2, 1, 0),
    "a datagram socket (AF_INET6)": (41, 10, 2, 0),
    "names by the network (AF_INET, UDP)": (41, 2, 2, 17),
    "the kernel's routes (AF_NETLINK)": (41, 16, 3, 0),
    "raw packets (AF_PACKET)": (41, 17, 3, 0),
    "another's socket (AF_UNIX)": (41, 1, 1, 0),
    "the machine below (AF_VSOCK)": (41, 40, 1, 0),
    "a pair that is no local one (socketpair)": (53, 2, 1, 0, 0),
    "connect": (42, 0, 0, 0),
    "listen": (50, 0, 1),
    "be another user (setuid)": (105, 0),
    "be other users (setresuid)": (117, 0, 0, 0),
    "capabilities (capset)": (126, 0, 0),
    "another personality": (135, 0x0040000),
    "a processor of its own (sched_setaffinity)": (203, 0, 8, 0),
    "go before others (sched_setscheduler)": (144, 0, 1, 0),
    "go before others (setpriority)": (141, 0, 0, -20),
    "others' limits (prlimit64)": (302, 2, 7, 0, 0),
    "the machine's load (sysinfo)": (99, 0),
    "the kernel's log (syslog)": (103, 3, 0, 0),
    "another time (clock_settime)": (227, 0, 0),
    "another name (sethostname)": (170, 0, 0),
    "watch files (fanotify_init)": (300, 0, 0),
    "write a terminal (ioctl TIOCSTI)": (16, 0, 0x5412, 0),
    "be looked into (prctl PR_SET_PTRACER)": (157, 0x59616D61, -1, 0, 0, 0),
    "undo the filter (prctl PR_SET_SECCOMP)": (157, 22, 0, 0, 0, 0),
    "a device (mknod)": (133, 0, 0o20666, 0x0101),
    "a link to elsewhere (symlink)": (88, 0, 0),
    "the other interface of x86-64 (x32)": (0x4000_0000 + 41, 2, 1, 0),
}
PROBES = {
    "read the users": "open('/etc/passwd').read()",
    "read the passwords": "open('/etc/shadow').read()",
    "look into root's home": "os.listdir('/root/.ssh')",
    "look into homes": "os.listdir('/home/nobody')",
    "processes": "os.listdir('/proc')",
    "its parent's environment": "open('/proc/1/environ').read()",
    "the machine's settings": "os.listdir('/sys')",
    "memory as a file": "open('/dev/mem', 'rb')",
    "the machine's disks": "open('/dev/vda', 'rb')",
    "shared memory by name": "open('/dev/shm/x', 'w')",
    "a file beside a seat's": "open(HOST_SECRET).read()",
    "another bundle": "os.listdir(HOST_FOLDER)",
    "write the root": "open('/evil', 'w')",
    "write its bundle": "open('/bot/evil', 'w')",
    "write the kit": "open(KIT + '/evil', 'w')",
    "write a device": "open('/dev/urandom', 'w').write('x')",
    "a folder above": "os.listdir('/bot/../etc')",
    "fill the disk": "open('/tmp/full', 'wb').write(bytes(9 << 20))",
    "a program in /tmp": "run_from_tmp()",
    "all the memory": "bytearray(1 << 30)",
    "shared memory of a device": "open('/dev/zero', 'rb')",
    "all the memory, as it is mapped": "mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)",
    "addresses without end": "mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)",
    "all the threads": "threads(500)",
    "all the descriptors": "[open('/dev/null') for _ in range(500)]",
    "raise its own limits": "resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))",
    "a process (subprocess)": "subprocess.run(['/bin/true'])",
    "a process (multiprocessing)": "multiprocessing.get_context('fork').Process(target=print).start()",
    "look a name up": "socket.getaddrinfo('localhost', 80)",
    "the load of the machine": "os.getloadavg()",
    "keep a file in its bundle": "os.rename('/tmp/kept', '/bot/kept')",
}
MAY = {
    "write in /tmp": "open('/tmp/note', 'w').write('x')",
    "a thread": "threads(1)",
    "wait for a thread": "joined()",
    "asyncio": "asyncio.run(asyncio.sleep(0))",
    "random bytes": "os.urandom(8)",
    "the time": "time.monotonic()",
    "read its bundle": "open('/bot/bot.toml').read()",
    "a local pair of sockets": "socket.socketpair()",
}
SEAT = """
import asyncio, ctypes, gc, mmap, multiprocessing, os, resource, socket, subprocess, sys, threading, time

LIBC = ctypes.CDLL(None, use_errno=True)

def call(*numbers):
    if LIBC.syscall(*map(ctypes.c_long, numbers)) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

def threads(number):
    done = threading.Event()
    try:
        for _ in range(number):
            threading.Thread(target=done.wait, daemon=True).start()
    finally:
        done.set()

def joined():
    thread = threading.Thread(target=time.sleep, args=(0.01,))
    thread.start()
    thread.join()

def run_from_tmp():
    open("/tmp/run", "wb").write(b"#!/bin/sh\\n")
    os.chmod("/tmp/run", 0o755)
    os.execv("/tmp/run", ["run"])

def descriptors():
    found = []
    for number in range(64):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return found

print("start", os.getpid(), os.getuid(), dict(os.environ), descriptors(), "grpc" in sys.modules, sep="|")
for name, numbers in CALLS.items():
    try:
        call(*numbers)
    except OSError as problem:
        print("refused", name, problem.errno, sep="|")
    else:
        print("DONE", name, sep="|")
for name, code in (PROBES | MAY).items():
    try:
        eval(code)
    except (OSError, MemoryError, RuntimeError, ValueError, PermissionError) as problem:
        print("refused", name, type(problem).__name__, sep="|")
    else:
        print("DONE", name, sep="|")
print("end", flush=True)

from bots.sdk import Bot

class Mine(Bot):
    pass
"""


def module(host_secret: str, host_folder: str, kit: str) -> str:
    """Return the module of a seat that tries all of it."""
    constants = {"CALLS": CALLS, "PROBES": PROBES, "MAY": MAY}
    constants |= {"HOST_SECRET": host_secret, "HOST_FOLDER": host_folder, "KIT": kit}
    return "".join(f"{name} = {value!r}\n" for name, value in constants.items()) + SEAT
