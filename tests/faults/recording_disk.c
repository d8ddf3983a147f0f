/* A disk that remembers. Loaded before the C library (LD_PRELOAD), it keeps every write, sync, cut and removal of
   files in one folder, in order, in a record of its own; test_crash_states.py makes of it what a crash could leave. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>
#include <fcntl.h>

static char folder[4096];
static int record = -1;

static void put(const void *from, size_t size) {
    if (syscall(SYS_write, record, from, size) != (long) size) abort();
}

static void note(char kind, const char *path, int64_t at, const void *data, int64_t size) {
    int64_t numbers[3] = {(int64_t) strlen(path), at, size};
    put(&kind, 1), put(numbers, sizeof numbers), put(path, strlen(path));
    if (data && size) put(data, (size_t) size);
}

void disk_records(const char *where, const char *into) {
    snprintf(folder, sizeof folder, "%s/", where);
    record = open(into, O_CREAT | O_WRONLY | O_APPEND, 0600);
}

void disk_acknowledged(int number) { note('A', "", number, 0, 0); }

static const char *inside(int fd) {
    static __thread char path[4096];
    char name[64];
    if (record < 0 || fd == record) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) ? 0 : path + strlen(folder);
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name)) dlsym(RTLD_NEXT, #name)
#define KEEP(kind, at, data, size) do { const char *path = inside(fd); if (path) note(kind, path, at, data, size); } while (0)

ssize_t write(int fd, const void *from, size_t size) {
    REAL(write);
    if (inside(fd)) abort(); /* SQLite writes at an offset; anything else would be missing in the record */
    return real(fd, from, size);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
    REAL(pwrite);
    KEEP('W', at, from, (int64_t) size);
    return real(fd, from, size, at);
}

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) {
    REAL(pwrite64);
    KEEP('W', at, from, (int64_t) size);
    return real(fd, from, size, at);
}

int fsync(int fd) {
    REAL(fsync);
    KEEP('S', 0, 0, 0);
    return real(fd);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    KEEP('S', 0, 0, 0);
    return real(fd);
}

int ftruncate(int fd, off_t size) {
    REAL(ftruncate);
    KEEP('T', size, 0, 0);
    return real(fd, size);
}

int ftruncate64(int fd, off64_t size) {
    REAL(ftruncate64);
    KEEP('T', size, 0, 0);
    return real(fd, size);
}

int unlink(const char *path) {
    REAL(unlink);
    if (record >= 0 && !strncmp(path, folder, strlen(folder))) note('U', path + strlen(folder), 0, 0, 0);
    return real(path);
}
