/* Makes the Nth change of a file under one folder fail, or kills the process there.
 *
 * Loaded with LD_PRELOAD. Nothing is counted before fault_arm is called, and a process started with
 * exec begins unarmed, so only what one process itself does to its files is counted. Every function
 * of the C library that changes a file or a folder is replaced by its system call; writes through
 * a mapping (SQLite's -shm file) are no calls, and cannot be counted. Linux, 64 bits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#if __SIZEOF_POINTER__ != 8
#error "needs a 64-bit Linux"
#endif

enum kind { COUNT, EIO_ONCE, FULL_FROM_THEN_ON, KILL_BEFORE, KILL_HALFWAY };
enum sort { WRITES, NEEDS_ROOM, NEEDS_NO_ROOM };
enum fate { PASS, FAIL, HALF };

static char root[PATH_MAX];
static size_t root_length;
static enum kind wanted;
static long target, seen;
static int armed, log_fd = -1;

/* From now on counts changes under `folder`; the `number`th, from 1, gets the fault. */
void fault_arm(const char *folder, int kind, long number, int log) {
    snprintf(root, sizeof root, "%s", folder);
    root_length = strlen(root);
    wanted = kind;
    target = number;
    log_fd = log;
    seen = 0;
    armed = 1;
}

/* Stops counting; returns how many changes there were. */
long fault_disarm(void) {
    armed = 0;
    return seen;
}

static int is_ours(const char *path) {
    return strncmp(path, root, root_length) == 0 &&
           (path[root_length] == '/' || path[root_length] == '\0');
}

static void path_of(int fd, char *out) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, out, PATH_MAX - 1);
    out[length > 0 ? length : 0] = '\0';
}

static void absolute(int folder, const char *path, char *out) {
    char base[PATH_MAX] = "";
    if (path[0] != '/') {
        if (folder != AT_FDCWD)
            path_of(folder, base);
        else if (syscall(SYS_getcwd, base, sizeof base) < 0)
            base[0] = '\0';
    }
    if (snprintf(out, PATH_MAX, path[0] == '/' ? "%s%s" : "%s/%s", base, path) >= PATH_MAX)
        out[0] = '\0';
}

static void die(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;)
        pause();
}

static enum fate fail(int why) {
    errno = why;
    return FAIL;
}

/* What becomes of a change of a file under the folder. */
static enum fate fate_of(const char *name, const char *path, enum sort sort) {
    if (!is_ours(path))
        return PASS;
    long number = __atomic_add_fetch(&seen, 1, __ATOMIC_SEQ_CST);
    if (log_fd >= 0) {
        char line[PATH_MAX + 64];
        int length = snprintf(line, sizeof line, "%s\t%d\t%s\n", name, sort, path);
        syscall(SYS_write, log_fd, line, length);
    }
    if (wanted == FULL_FROM_THEN_ON && number >= target && sort != NEEDS_NO_ROOM)
        /* A disk fills up in the middle of a write: that one is short, all later ones fail. */
        return number == target && sort == WRITES ? HALF : fail(ENOSPC);
    if (number != target)
        return PASS;
    if (wanted == EIO_ONCE)
        return fail(EIO);
    if (wanted == KILL_HALFWAY && sort == WRITES)
        return HALF;
    if (wanted == KILL_BEFORE || wanted == KILL_HALFWAY)
        die();
    return PASS;
}

static enum fate fate_of_fd(const char *name, int fd, enum sort sort) {
    if (!armed)
        return PASS;
    int before = errno;
    char path[PATH_MAX];
    path_of(fd, path);
    errno = before;
    return fate_of(name, path, sort);
}

static enum fate fate_of_path(const char *name, int folder, const char *path, enum sort sort) {
    if (!armed)
        return PASS;
    int before = errno;
    char whole[PATH_MAX];
    absolute(folder, path, whole);
    errno = before;
    return fate_of(name, whole, sort);
}

/* Half of a write: the process dies after it, or the disk is full then. */
static ssize_t half(ssize_t written) {
    if (wanted == KILL_HALFWAY)
        die();
    if (written == 0) {
        errno = ENOSPC;
        return -1;
    }
    return written;
}

/* Writes. */

#define WRITE(NAME, SHOWN, TYPES, WHOLE, HALFWAY)                                    \
    ssize_t NAME TYPES {                                                              \
        enum fate fate = fate_of_fd(SHOWN, fd, WRITES);                               \
        return fate == FAIL ? -1 : fate == HALF ? half(HALFWAY) : (WHOLE);            \
    }

WRITE(write, "write", (int fd, const void *from, size_t n),
      syscall(SYS_write, fd, from, n), syscall(SYS_write, fd, from, n / 2))
WRITE(pwrite64, "pwrite64", (int fd, const void *from, size_t n, off_t at),
      syscall(SYS_pwrite64, fd, from, n, at), syscall(SYS_pwrite64, fd, from, n / 2, at))
WRITE(pwrite, "pwrite64", (int fd, const void *from, size_t n, off_t at),
      syscall(SYS_pwrite64, fd, from, n, at), syscall(SYS_pwrite64, fd, from, n / 2, at))
WRITE(writev, "writev", (int fd, const struct iovec *v, int n),
      syscall(SYS_writev, fd, v, n), syscall(SYS_write, fd, v->iov_base, v->iov_len / 2))
WRITE(pwritev64, "pwritev", (int fd, const struct iovec *v, int n, off_t at),
      syscall(SYS_pwritev, fd, v, n, at, 0),
      syscall(SYS_pwrite64, fd, v->iov_base, v->iov_len / 2, at))
WRITE(pwritev, "pwritev", (int fd, const struct iovec *v, int n, off_t at),
      syscall(SYS_pwritev, fd, v, n, at, 0),
      syscall(SYS_pwrite64, fd, v->iov_base, v->iov_len / 2, at))
WRITE(pwritev64v2, "pwritev2", (int fd, const struct iovec *v, int n, off_t at, int how),
      syscall(SYS_pwritev2, fd, v, n, at, 0, how),
      syscall(SYS_pwrite64, fd, v->iov_base, v->iov_len / 2, at))
WRITE(pwritev2, "pwritev2", (int fd, const struct iovec *v, int n, off_t at, int how),
      syscall(SYS_pwritev2, fd, v, n, at, 0, how),
      syscall(SYS_pwrite64, fd, v->iov_base, v->iov_len / 2, at))
WRITE(sendfile64, "sendfile", (int fd, int from, off_t *at, size_t n),
      syscall(SYS_sendfile, fd, from, at, n), syscall(SYS_sendfile, fd, from, at, n / 2))
WRITE(sendfile, "sendfile", (int fd, int from, off_t *at, size_t n),
      syscall(SYS_sendfile, fd, from, at, n), syscall(SYS_sendfile, fd, from, at, n / 2))
WRITE(copy_file_range, "copy_file_range",
      (int from, off_t *from_at, int fd, off_t *at, size_t n, unsigned how),
      syscall(SYS_copy_file_range, from, from_at, fd, at, n, how),
      syscall(SYS_copy_file_range, from, from_at, fd, at, n / 2, how))
WRITE(splice, "splice", (int from, off_t *from_at, int fd, off_t *at, size_t n, unsigned how),
      syscall(SYS_splice, from, from_at, fd, at, n, how),
      syscall(SYS_splice, from, from_at, fd, at, n / 2, how))

/* What else is done to an open file. */

#define CHANGE(NAME, SHOWN, TYPES, FATE, CALL)                                        \
    int NAME TYPES { return (FATE(SHOWN)) == FAIL ? -1 : (int)(CALL); }

#define SYNCED(SHOWN) fate_of_fd(SHOWN, fd, NEEDS_ROOM)
#define RESIZED(SHOWN) fate_of_fd(SHOWN, fd, grows(fd, size) ? NEEDS_ROOM : NEEDS_NO_ROOM)

static int grows(int fd, off_t size) {
    struct stat now;
    return fstat(fd, &now) != 0 || size > now.st_size;
}

/* Where room is found only later, a full disk is reported when the file is synced. */
CHANGE(fsync, "fsync", (int fd), SYNCED, syscall(SYS_fsync, fd))
CHANGE(fdatasync, "fdatasync", (int fd), SYNCED, syscall(SYS_fdatasync, fd))
CHANGE(ftruncate, "ftruncate", (int fd, off_t size), RESIZED, syscall(SYS_ftruncate, fd, size))
CHANGE(ftruncate64, "ftruncate", (int fd, off_t size), RESIZED, syscall(SYS_ftruncate, fd, size))
CHANGE(fallocate, "fallocate", (int fd, int how, off_t at, off_t n), SYNCED,
       syscall(SYS_fallocate, fd, how, at, n))
CHANGE(fallocate64, "fallocate", (int fd, int how, off_t at, off_t n), SYNCED,
       syscall(SYS_fallocate, fd, how, at, n))

/* These two return the error instead of setting it. */
int posix_fallocate64(int fd, off_t at, off_t n) { return fallocate(fd, 0, at, n) ? errno : 0; }
int posix_fallocate(int fd, off_t at, off_t n) { return fallocate(fd, 0, at, n) ? errno : 0; }

/* What is done to names. */

#define NAMED(SHOWN) fate_of_path(SHOWN, AT_FDCWD, path, NEEDS_NO_ROOM)
#define NAMED_AT(SHOWN) fate_of_path(SHOWN, at, path, NEEDS_NO_ROOM)
#define ADDED(SHOWN) fate_of_path(SHOWN, AT_FDCWD, path, NEEDS_ROOM)
#define ADDED_AT(SHOWN) fate_of_path(SHOWN, at, path, NEEDS_ROOM)
#define LINKED_AT(SHOWN) fate_of_path(SHOWN, to_at, to, NEEDS_ROOM)
#define LINKED(SHOWN) fate_of_path(SHOWN, AT_FDCWD, to, NEEDS_ROOM)

CHANGE(truncate64, "truncate", (const char *path, off_t n), NAMED, syscall(SYS_truncate, path, n))
CHANGE(truncate, "truncate", (const char *path, off_t n), NAMED, syscall(SYS_truncate, path, n))
CHANGE(rename, "rename", (const char *path, const char *to), NAMED,
       syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, to, 0))
CHANGE(renameat, "rename", (int at, const char *path, int to_at, const char *to), NAMED_AT,
       syscall(SYS_renameat2, at, path, to_at, to, 0))
CHANGE(renameat2, "rename", (int at, const char *path, int to_at, const char *to, unsigned how),
       NAMED_AT, syscall(SYS_renameat2, at, path, to_at, to, how))
CHANGE(unlink, "unlink", (const char *path), NAMED, syscall(SYS_unlinkat, AT_FDCWD, path, 0))
CHANGE(unlinkat, "unlink", (int at, const char *path, int how), NAMED_AT,
       syscall(SYS_unlinkat, at, path, how))
CHANGE(rmdir, "unlink", (const char *path), NAMED,
       syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR))
CHANGE(mkdir, "mkdir", (const char *path, mode_t mode), ADDED,
       syscall(SYS_mkdirat, AT_FDCWD, path, mode))
CHANGE(mkdirat, "mkdir", (int at, const char *path, mode_t mode), ADDED_AT,
       syscall(SYS_mkdirat, at, path, mode))
CHANGE(link, "link", (const char *from, const char *to), LINKED,
       syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0))
CHANGE(linkat, "link", (int at, const char *from, int to_at, const char *to, int how), LINKED_AT,
       syscall(SYS_linkat, at, from, to_at, to, how))
CHANGE(symlink, "symlink", (const char *from, const char *to), LINKED,
       syscall(SYS_symlinkat, from, AT_FDCWD, to))
CHANGE(symlinkat, "symlink", (const char *from, int to_at, const char *to), LINKED_AT,
       syscall(SYS_symlinkat, from, to_at, to))

/* Opening changes something where it makes the file, or empties it. */
static int open_at(int at, const char *path, int flags, mode_t mode) {
    int before = errno;
    int makes = (flags & O_TMPFILE) == O_TMPFILE || (flags & O_TRUNC) ||
                ((flags & O_CREAT) && syscall(SYS_faccessat, at, path, F_OK) != 0);
    errno = before;
    if (makes && fate_of_path("open", at, path, NEEDS_ROOM) == FAIL)
        return -1;
    return (int)syscall(SYS_openat, at, path, flags, mode);
}

#define MODE                                                                          \
    mode_t mode = 0;                                                                  \
    if (flags & (O_CREAT | O_TMPFILE)) {                                              \
        va_list more;                                                                 \
        va_start(more, flags);                                                        \
        mode = va_arg(more, mode_t);                                                  \
        va_end(more);                                                                 \
    }

int open(const char *path, int flags, ...) { MODE return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return open_at(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE return open_at(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) {
    MODE return open_at(at, path, flags, mode);
}
int creat(const char *path, mode_t mode) {
    return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
int creat64(const char *path, mode_t mode) { return creat(path, mode); }
