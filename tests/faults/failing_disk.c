/* A disk that fails when it is told to. Loaded before the C library (LD_PRELOAD), it counts the calls that
   write, sync, cut or read files in one folder, and fails the n-th (and, if lasting, every later one). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, CUTS = 4, READS = 8 };

static char folder[4096];
static int fail_at, fail_with, fail_on, keeps_failing;
static int calls, failures;

void disk_fails(const char *where, int nth, int error, int kinds, int lasting) {
    snprintf(folder, sizeof folder, "%s/", where);
    fail_with = error, fail_on = kinds, keeps_failing = lasting;
    calls = failures = 0;
    fail_at = nth;
}

void disk_heals(void) { fail_at = 0; }

int disk_failures(void) { return failures; }

static int fails(int fd, int kind) {
    char name[64], path[4096];
    if (!fail_at || !(fail_on & kind)) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 2);
    if (length < 0) return 0;
    path[length] = '/', path[length + 1] = 0; /* the folder itself is synced, too */
    if (strncmp(path, folder, strlen(folder))) return 0;
    calls++;
    if (calls != fail_at && !(keeps_failing && calls > fail_at)) return 0;
    failures++;
    errno = fail_with;
    return 1;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name)) dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *from, size_t size) {
    REAL(write);
    return fails(fd, WRITES) ? -1 : real(fd, from, size);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
    REAL(pwrite);
    return fails(fd, WRITES) ? -1 : real(fd, from, size, at);
}

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) {
    REAL(pwrite64);
    return fails(fd, WRITES) ? -1 : real(fd, from, size, at);
}

ssize_t read(int fd, void *into, size_t size) {
    REAL(read);
    return fails(fd, READS) ? -1 : real(fd, into, size);
}

ssize_t pread(int fd, void *into, size_t size, off_t at) {
    REAL(pread);
    return fails(fd, READS) ? -1 : real(fd, into, size, at);
}

ssize_t pread64(int fd, void *into, size_t size, off64_t at) {
    REAL(pread64);
    return fails(fd, READS) ? -1 : real(fd, into, size, at);
}

int fsync(int fd) {
    REAL(fsync);
    return fails(fd, SYNCS) ? -1 : real(fd);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return fails(fd, SYNCS) ? -1 : real(fd);
}

int ftruncate(int fd, off_t size) {
    REAL(ftruncate);
    return fails(fd, CUTS) ? -1 : real(fd, size);
}

int ftruncate64(int fd, off64_t size) {
    REAL(ftruncate64);
    return fails(fd, CUTS) ? -1 : real(fd, size);
}
