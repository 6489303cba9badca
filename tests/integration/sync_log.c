/* Loaded before a store's libraries: notes how much of its append-only file had reached the disk, after each fsync.
 *
 * A power cut leaves at least that much. Each note is a line in the file that LUDOTECA_SYNC_LOG names: the size that the
 * file had when the fsync began, and its path. LUDOTECA_SYNC_DELAY_US makes the disk that much slower, so that a cut finds
 * bytes that were written and not synced.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(int fd, off_t size) {
    static int log_fd = -1;
    char link[64], path[4096], line[4200];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 4) return;
    path[length] = 0;
    if (strcmp(path + length - 4, ".aof") != 0) return;
    const char *name = getenv("LUDOTECA_SYNC_LOG");
    if (log_fd < 0 && name) log_fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log_fd < 0) return;
    int count = snprintf(line, sizeof line, "%lld %s\n", (long long)size, path);
    if (write(log_fd, line, (size_t)count) != count) abort();
}

static int synced(int fd, const char *name) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    struct stat before;
    int known = fstat(fd, &before) == 0 && S_ISREG(before.st_mode);
    const char *delay = getenv("LUDOTECA_SYNC_DELAY_US");
    if (delay) usleep((useconds_t)atoi(delay));
    int result = real(fd);
    if (result == 0 && known) note(fd, before.st_size);
    return result;
}

int fdatasync(int fd) { return synced(fd, "fdatasync"); }
int fsync(int fd) { return synced(fd, "fsync"); }
