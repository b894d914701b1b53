// A folder that is not POSIX, for a test: preloaded, it makes system calls fail for a folder "share" and what is in it.
// SHARE has what fails, with commas between: locks=ENOLCK, mmap, fsync, folder-fsync=EINVAL, readonly-fsync, chmod.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int on_share(const char *path) {
  for (const char *at = strstr(path, "share"); at != NULL; at = strstr(at + 1, "share"))
    if ((at == path || at[-1] == '/') && (at[5] == '/' || at[5] == 0)) return 1;
  return 0;
}

static int is_shared(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return on_share(path);
}

/* The error of a fault that is on, or 0. */
static int fault(const char *name) {
  static const struct { const char *name; int number; } errors[] = {
    {"EINVAL", EINVAL}, {"EPERM", EPERM}, {"EISDIR", EISDIR}, {"ENOLCK", ENOLCK}, {"EACCES", EACCES}, {"ENOSYS", ENOSYS}, {"EIO", EIO}
  };
  const char *faults = getenv("SHARE");
  size_t length = strlen(name);
  for (const char *at = faults; at != NULL && *at != 0; at = strchr(at, ',') == NULL ? NULL : strchr(at, ',') + 1) {
    if (strncmp(at, name, length) != 0 || (at[length] != '=' && at[length] != ',' && at[length] != 0)) continue;
    for (size_t each = 0; at[length] == '=' && each < sizeof errors / sizeof *errors; each++)
      if (strncmp(at + length + 1, errors[each].name, strlen(errors[each].name)) == 0) return errors[each].number;
    return EPERM;
  }
  return 0;
}

static int failing(int error) {
  errno = error;
  return -1;
}

#define NEXT(type, name) static type name##_next; if (name##_next == NULL) name##_next = (type) dlsym(RTLD_NEXT, #name)

typedef int (*control)(int, int, ...);
#define FCNTL(name) \
  int name(int fd, int command, ...) { \
    NEXT(control, name); \
    va_list rest; \
    va_start(rest, command); \
    void *argument = va_arg(rest, void *); \
    va_end(rest); \
    if ((command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK) && fault("locks") && is_shared(fd)) return failing(fault("locks")); \
    return name##_next(fd, command, argument); \
  }
FCNTL(fcntl)
FCNTL(fcntl64)

typedef void *(*map)(void *, size_t, int, int, int, off_t);
#define MMAP(name) \
  void *name(void *address, size_t length, int protection, int flags, int fd, off_t offset) { \
    NEXT(map, name); \
    if (fd >= 0 && (flags & MAP_SHARED) && fault("mmap") && is_shared(fd)) { errno = ENODEV; return MAP_FAILED; } \
    return name##_next(address, length, protection, flags, fd, offset); \
  }
MMAP(mmap)
MMAP(mmap64)

static int sync_fault(int fd) {
  if (getenv("SHARE") == NULL || !is_shared(fd)) return 0;
  struct stat found;
  if (fstat(fd, &found) != 0) return 0;
  if (S_ISDIR(found.st_mode)) return fault("folder-fsync");
  if (fault("readonly-fsync") && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY) return EPERM;
  return fault("fsync") ? EINVAL : 0;
}

typedef int (*of_file)(int);
#define FSYNC(name) \
  int name(int fd) { \
    NEXT(of_file, name); \
    int error = sync_fault(fd); \
    return error ? failing(error) : name##_next(fd); \
  }
FSYNC(fsync)
FSYNC(fdatasync)

typedef int (*of_path)(const char *, mode_t);
int chmod(const char *path, mode_t mode) {
  NEXT(of_path, chmod);
  return fault("chmod") && on_share(path) ? failing(EPERM) : chmod_next(path, mode);
}
