/* Makes calls of a program fail, for tests: a library to be loaded with LD_PRELOAD.
 *
 * It counts the calls of some kinds, from the beginning of main() on, and makes the n-th of them fail. What
 * was hit is written to a report, so that a test can compare the message of the program with it.
 *
 *   FAULT_CALLS   kinds that count, separated by commas: memory (malloc, calloc, realloc, aligned_alloc,
 *                 posix_memalign, memalign, and with them operator new), mmap, open, close, read, write, sync
 *                 (fsync, fdatasync), rename, link, unlink, truncate, lock, thread
 *   FAULT_PATH    only calls on files whose path holds this text count; calls without a file do not count
 * then FAULT_NTH     the number of the call that fails, from 1; 0 or none: none fails FAULT_TIMES   how many
 * of them fail from there on: 1 unless given, 0 for all FAULT_ERROR   how they fail: a number of errno;
 * SHORT: reads and writes move one byte only; HALF: a write moves half of its bytes, and then the process is
 * killed; KILL: it is killed before the call CHANGE: it goes on as ever, after the file FAULT_FILE was
 * changed: cut or extended to FAULT_SIZE bytes, or, without a size, replaced by the file of the same name
 * with .new behind it FAULT_ROOM    bytes that writes may write in sum; the one that meets the end writes
 * what still fits, and later ones fail with ENOSPC. FAULT_CALLS and FAULT_PATH say which writes count
 *   FAULT_CLOCK   clocks jump back and forth by up to so many seconds at each look
 *   FAULT_REPORT  a file: each failed call with its path, and at the end the number of calls counted
 *
 * Writes to standard error do not count. Nothing here allocates, and files of its own are written by system
 * calls, which do not count.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind {
  memory_kind,
  mmap_kind,
  open_kind,
  close_kind,
  read_kind,
  write_kind,
  sync_kind,
  rename_kind,
  link_kind,
  unlink_kind,
  truncate_kind,
  lock_kind,
  thread_kind,
  kinds
};
static const char* const kind_names[kinds] = {"memory", "mmap", "open",   "close",    "read", "write", "sync",
                                              "rename", "link", "unlink", "truncate", "lock", "thread"};
enum { fail_short = -1, fail_half = -2, fail_kill = -3, change_file = -4 };
enum verdict { go_on, fails };

static atomic_int armed; /* main() runs */
static int counted[kinds];
static const char* path_part;
static const char* report_path;
static unsigned long nth, times = 1;
static int how = EIO;
static int has_room;
static atomic_long room;
static long clock_jump;
static atomic_ulong calls;

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);

static unsigned long number_of(const char* name, unsigned long otherwise) {
  const char* text = getenv(name);
  return text ? strtoul(text, NULL, 10) : otherwise;
}

static void read_settings(void) {
  const char* list = getenv("FAULT_CALLS");
  for (int k = 0; list && k < kinds; ++k) {
    const size_t length = strlen(kind_names[k]);
    for (const char* at = list; (at = strstr(at, kind_names[k])) != NULL; at += length) {
      const int begins = at == list || at[-1] == ',';
      if (begins && (at[length] == ',' || at[length] == '\0')) counted[k] = 1;
    }
  }
  path_part = getenv("FAULT_PATH");
  report_path = getenv("FAULT_REPORT");
  nth = number_of("FAULT_NTH", 0);
  times = number_of("FAULT_TIMES", 1);
  const char* error = getenv("FAULT_ERROR");
  if (error)
    how = !strcmp(error, "SHORT")    ? fail_short
          : !strcmp(error, "HALF")   ? fail_half
          : !strcmp(error, "KILL")   ? fail_kill
          : !strcmp(error, "CHANGE") ? change_file
                                     : atoi(error);
  has_room = getenv("FAULT_ROOM") != NULL;
  atomic_store(&room, (long)number_of("FAULT_ROOM", 0));
  clock_jump = (long)number_of("FAULT_CLOCK", 0);
}

static void report(const char* first, const char* second) {
  if (!report_path) return;
  const int fd =
      (int)syscall(SYS_openat, AT_FDCWD, report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return;
  char line[PATH_MAX + 64];
  const int length = snprintf(line, sizeof line, "%s %s\n", first, second);
  (void)!syscall(SYS_write, fd, line, (size_t)length);
  syscall(SYS_close, fd);
}

__attribute__((destructor)) static void report_count(void) {
  char number[32];
  if (!atomic_exchange(&armed, 0)) return;
  snprintf(number, sizeof number, "%lu", atomic_load(&calls));
  report("calls", number);
}

/* The path of a descriptor; empty where there is none. */
static const char* path_of(int fd, char* buffer) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  const long length = syscall(SYS_readlinkat, AT_FDCWD, name, buffer, PATH_MAX - 1);
  buffer[length > 0 ? length : 0] = '\0';
  return buffer;
}

static int counts(enum kind kind, const char* path) {
  return atomic_load_explicit(&armed, memory_order_relaxed) && counted[kind] &&
         (!path_part || (path && strstr(path, path_part)));
}

static void kill_process(void) {
  syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGKILL);
  for (;;) syscall(SYS_pause);
}

static void change(void) {
  const char* path = getenv("FAULT_FILE");
  const char* size = getenv("FAULT_SIZE");
  char newer[PATH_MAX];
  if (!path) return;
  if (size) {
    syscall(SYS_truncate, path, strtol(size, NULL, 10));
  } else {
    snprintf(newer, sizeof newer, "%s.new", path);
    syscall(SYS_renameat, AT_FDCWD, newer, AT_FDCWD, path);
  }
}

/* Whether this call fails; errno is set then, but for those that only move fewer bytes. */
static enum verdict judge(enum kind kind, const char* path) {
  if (!counts(kind, path)) return go_on;
  const unsigned long number = atomic_fetch_add(&calls, 1) + 1;
  if (nth == 0 || number < nth || (times > 0 && number >= nth + times)) return go_on;
  report(kind_names[kind], path ? path : "");
  if (how == fail_kill) kill_process();
  if (how == change_file) {
    change();
    return go_on;
  }
  if (how > 0) errno = how;
  return fails;
}

static enum verdict judge_fd(enum kind kind, int fd) {
  char path[PATH_MAX];
  const int saved = errno;
  const char* name = counted[kind] && atomic_load(&armed) ? path_of(fd, path) : "";
  errno = saved;
  return judge(kind, name);
}

#define REAL(type, name, ...)       \
  static type (*real)(__VA_ARGS__); \
  if (!real) *(void**)&real = dlsym(RTLD_NEXT, name)

/* --- the beginning of main()
 * ------------------------------------------------------------------------------------ */

static int (*real_main)(int, char**, char**);

static int armed_main(int argc, char** argv, char** environment) {
  atomic_store(&armed, 1);
  return real_main(argc, argv, environment);
}

int __libc_start_main(int (*program)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack_end) {
  REAL(int, "__libc_start_main", int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void),
       void (*)(void), void*);
  read_settings();
  real_main = program;
  return real(armed_main, argc, argv, init, fini, rtld_fini, stack_end);
}

/* --- memory
 * ------------------------------------------------------------------------------------------------------ */

static int no_memory(void) {
  if (judge(memory_kind, NULL) == go_on) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) { return no_memory() ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return no_memory() ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return no_memory() ? NULL : __libc_realloc(old, size); }
void* memalign(size_t alignment, size_t size) {
  return no_memory() ? NULL : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** out, size_t alignment, size_t size) {
  void* const got = memalign(alignment, size);
  if (!got) return ENOMEM;
  *out = got;
  return 0;
}

static void* map(void* at, size_t size, int protection, int flags, int fd, off_t offset) {
  char path[PATH_MAX];
  const int relevant = counted[mmap_kind] && atomic_load(&armed);
  if (judge(mmap_kind, relevant && fd >= 0 ? path_of(fd, path) : NULL) == fails) return MAP_FAILED;
  return (void*)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}
void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) {
  return map(at, size, protection, flags, fd, offset);
}
void* mmap64(void* at, size_t size, int protection, int flags, int fd, off_t offset) {
  return map(at, size, protection, flags, fd, offset);
}

/* --- files
 * ------------------------------------------------------------------------------------------------------- */

static int opened(int folder, const char* path, int flags, mode_t mode) {
  if (judge(open_kind, path) == fails) return -1;
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE_OF(flags)                   \
  mode_t mode = 0;                       \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list more;                        \
    va_start(more, flags);               \
    mode = va_arg(more, mode_t);         \
    va_end(more);                        \
  }

int open(const char* path, int flags, ...) {
  MODE_OF(flags)
  return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  MODE_OF(flags)
  return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  MODE_OF(flags)
  return opened(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
  MODE_OF(flags)
  return opened(folder, path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
  REAL(FILE*, "fopen", const char*, const char*);
  return judge(open_kind, path) == fails ? NULL : real(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  REAL(FILE*, "fopen64", const char*, const char*);
  return judge(open_kind, path) == fails ? NULL : real(path, mode);
}
int mkostemp(char* name, int flags) {
  REAL(int, "mkostemp", char*, int);
  return judge(open_kind, name) == fails ? -1 : real(name, flags);
}
int mkostemp64(char* name, int flags) {
  REAL(int, "mkostemp64", char*, int);
  return judge(open_kind, name) == fails ? -1 : real(name, flags);
}

/* The descriptor is gone whatever close() returns, as on Linux. */
int close(int fd) {
  const enum verdict verdict = judge_fd(close_kind, fd);
  const int error = errno;
  const int done = (int)syscall(SYS_close, fd);
  if (verdict == go_on) return done;
  errno = error;
  return -1;
}

static size_t moved(size_t size) { return size > 1 && how == fail_short ? 1 : size; }

ssize_t read(int fd, void* to, size_t size) {
  if (judge_fd(read_kind, fd) == fails) {
    if (how != fail_short) return -1;
    size = moved(size);
  }
  return syscall(SYS_read, fd, to, size);
}

static ssize_t read_at(int fd, void* to, size_t size, off_t place) {
  if (judge_fd(read_kind, fd) == fails) {
    if (how != fail_short) return -1;
    size = moved(size);
  }
  return syscall(SYS_pread64, fd, to, size, place);
}
ssize_t pread(int fd, void* to, size_t size, off_t place) { return read_at(fd, to, size, place); }
ssize_t pread64(int fd, void* to, size_t size, off_t place) { return read_at(fd, to, size, place); }

size_t fread(void* to, size_t size, size_t count, FILE* file) {
  REAL(size_t, "fread", void*, size_t, size_t, FILE*);
  if (judge_fd(read_kind, fileno(file)) == go_on || how < 0) return real(to, size, count, file);
#ifdef _IO_ERR_SEEN
  file->_flags |= _IO_ERR_SEEN;
#else
  file->_flags |= 0x20; /* what ferror() looks at in the C library of GNU */
#endif
  return 0;
}

/* How many bytes of a write there are room for; -1 with errno if it fails. */
static ssize_t allowed(int fd, size_t size) {
  char path[PATH_MAX];
  if (fd == STDERR_FILENO) return (ssize_t)size; /* messages are what a test looks at */
  if (has_room && atomic_load(&armed) && counts(write_kind, path_of(fd, path))) {
    const long left = atomic_fetch_sub(&room, (long)size);
    if (left >= (long)size) return (ssize_t)size;
    report("write", path);
    if (left > 0) return left;
    errno = ENOSPC;
    return -1;
  }
  if (has_room || judge_fd(write_kind, fd) == go_on) return (ssize_t)size;
  if (how == fail_half) return (ssize_t)(size / 2);
  return how == fail_short ? (ssize_t)moved(size) : -1;
}

static ssize_t after_write(ssize_t done, size_t asked, ssize_t room_for) {
  if (how == fail_half && room_for >= 0 && (size_t)room_for < asked) kill_process();
  return done;
}

ssize_t write(int fd, const void* from, size_t size) {
  const ssize_t may = allowed(fd, size);
  if (may < 0) return -1;
  return after_write(syscall(SYS_write, fd, from, (size_t)may), size, may);
}

static ssize_t write_at(int fd, const void* from, size_t size, off_t place) {
  const ssize_t may = allowed(fd, size);
  if (may < 0) return -1;
  return after_write(syscall(SYS_pwrite64, fd, from, (size_t)may, place), size, may);
}
ssize_t pwrite(int fd, const void* from, size_t size, off_t place) { return write_at(fd, from, size, place); }
ssize_t pwrite64(int fd, const void* from, size_t size, off_t place) {
  return write_at(fd, from, size, place);
}

ssize_t writev(int fd, const struct iovec* parts, int count) {
  ssize_t total = 0;
  for (int i = 0; i < count; ++i) {
    const ssize_t done = write(fd, parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return total > 0 ? total : -1;
    total += done;
    if ((size_t)done < parts[i].iov_len) break;
  }
  return total;
}

size_t fwrite(const void* from, size_t size, size_t count, FILE* file) {
  REAL(size_t, "fwrite", const void*, size_t, size_t, FILE*);
  if (fileno(file) == STDERR_FILENO) return real(from, size, count, file);
  return judge_fd(write_kind, fileno(file)) == fails && how > 0 ? 0 : real(from, size, count, file);
}

int fsync(int fd) { return judge_fd(sync_kind, fd) == fails ? -1 : (int)syscall(SYS_fsync, fd); }
int fdatasync(int fd) { return judge_fd(sync_kind, fd) == fails ? -1 : (int)syscall(SYS_fdatasync, fd); }
int rename(const char* from, const char* to) {
  return judge(rename_kind, to) == fails ? -1 : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (judge(rename_kind, to) == fails) return -1;
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}
int link(const char* from, const char* to) {
  return judge(link_kind, to) == fails ? -1 : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int unlink(const char* path) {
  return judge(unlink_kind, path) == fails ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
int ftruncate(int fd, off_t size) {
  return judge_fd(truncate_kind, fd) == fails ? -1 : (int)syscall(SYS_ftruncate, fd, size);
}
int ftruncate64(int fd, off_t size) {
  return judge_fd(truncate_kind, fd) == fails ? -1 : (int)syscall(SYS_ftruncate, fd, size);
}
int flock(int fd, int operation) {
  return judge_fd(lock_kind, fd) == fails ? -1 : (int)syscall(SYS_flock, fd, operation);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*begin)(void*),
                   void* argument) {
  REAL(int, "pthread_create", pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return judge(thread_kind, NULL) == fails ? EAGAIN : real(thread, attributes, begin, argument);
}

/* --- clocks
 * ------------------------------------------------------------------------------------------------------ */

/* A jump in nanoseconds, another one at each look. */
static int64_t jump(void) {
  static atomic_ulong state = 88172645463325252ul;
  const uint64_t x = atomic_fetch_add(&state, 0x9E3779B97F4A7C15ul);
  const uint64_t mixed = (x ^ (x >> 31)) * 0xBF58476D1CE4E5B9ul;
  const int64_t widest = (int64_t)clock_jump * 1000000000;
  return clock_jump > 0 ? (int64_t)((mixed >> 11) % (uint64_t)(2 * widest + 1)) - widest : 0;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int done = (int)syscall(SYS_clock_gettime, clock, now);
  if (done != 0 || clock_jump == 0 || !atomic_load(&armed)) return done;
  int64_t all = (int64_t)now->tv_sec * 1000000000 + now->tv_nsec + jump();
  if (all < 0) all = 0;
  now->tv_sec = (time_t)(all / 1000000000);
  now->tv_nsec = (long)(all % 1000000000);
  return 0;
}

int gettimeofday(struct timeval* now, void* zone) {
  struct timespec exact;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
