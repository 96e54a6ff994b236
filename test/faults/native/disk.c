/*
 * A disk that can be told to fail, between a program and the files of one folder (LD_PRELOAD).
 *
 * FAULTS_FOLDER  the folder, without links in its path; everything below it is ours.
 * FAULTS_SWITCH  a file of four 32-bit numbers, mapped: the fault at work, whether syncs of the log come late, how often
 *                a call failed, how often a sync was honest. The harness writes the first two and reads the others.
 * FAULTS_IMAGE   a folder for what has reached stable storage, or empty. A file's content is there when the file was
 *                synced, its name when the folder was. `names` and `live` list the number and name of each file.
 * FAULTS_SYNC_MS how long a sync takes at least: a slow disk is more often caught with something unsynced.
 *
 * Real calls are made first: page cache and file system behave as ever, only the answers and the image differ.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { HEALTHY, FULL_FOR_GROWTH, FULL, WRITES_FAIL, SYNCS_FAIL, READ_ONLY, READS_FAIL };
enum { MOST_FDS = 65536, MOST_FILES = 4096, LONGEST_NAME = 256, MOST_RANGES = 4096 };

struct range { off_t from, to; };

struct file {
  int number;
  int is_folder, is_log, is_passing;
  int image;
  int ranges;
  struct range dirty[MOST_RANGES];
};

struct entry { char name[LONGEST_NAME]; struct file *file; };

static const char *folder, *image_folder;
static volatile uint32_t *knobs;
static struct file *by_fd[MOST_FDS];
static struct entry live[MOST_FILES];
static int live_count, next_number = 1, has_image, sync_ms;
/* The folder itself; and every file where no image is kept, since then nothing has to be known of it. */
static struct file itself = {.is_folder = 1}, any_file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name, type) ((type)dlsym(RTLD_NEXT, #name))
#define DEFINE_REAL(result, name, ...) \
  typedef result (*name##_call)(__VA_ARGS__); \
  static name##_call real_##name(void) { \
    static name##_call found; \
    if (!found) found = REAL(name, name##_call); \
    return found; \
  }

DEFINE_REAL(int, open64, const char *, int, ...)
DEFINE_REAL(int, close, int)
DEFINE_REAL(ssize_t, pread64, int, void *, size_t, off64_t)
DEFINE_REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)
DEFINE_REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t)
DEFINE_REAL(ssize_t, write, int, const void *, size_t)
DEFINE_REAL(int, ftruncate64, int, off64_t)
DEFINE_REAL(int, posix_fallocate, int, off_t, off_t)
DEFINE_REAL(int, fsync, int)
DEFINE_REAL(int, fdatasync, int)
DEFINE_REAL(int, unlink, const char *)
DEFINE_REAL(int, rename, const char *, const char *)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_SWITCH");
  folder = getenv("FAULTS_FOLDER");
  image_folder = getenv("FAULTS_IMAGE");
  has_image = image_folder && *image_folder;
  sync_ms = atoi(getenv("FAULTS_SYNC_MS") ?: "0");
  if (!folder || !path) { folder = NULL; return; }
  int fd = real_open64()(path, O_RDWR | O_CLOEXEC);
  void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd >= 0) real_close()(fd);
  if (mapped == MAP_FAILED) { fprintf(stderr, "faults: cannot map %s\n", path); _exit(70); }
  knobs = mapped;
}

/* The name below the folder, "" for the folder itself, NULL for what is not ours. */
static const char *name_of(const char *path, char *absolute) {
  if (!folder || !path) return NULL;
  if (*path != '/') {
    if (!getcwd(absolute, PATH_MAX)) return NULL;
    size_t length = strlen(absolute);
    snprintf(absolute + length, PATH_MAX - length, "/%s", path);
    path = absolute;
  }
  size_t length = strlen(folder);
  if (strncmp(path, folder, length) != 0) return NULL;
  return path[length] == '/' ? path + length + 1 : path[length] ? NULL : path + length;
}

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

static struct file *file_of(int fd) { return folder && fd >= 0 && fd < MOST_FDS ? by_fd[fd] : NULL; }

static int fails(int error) {
  __atomic_fetch_add(&knobs[2], 1, __ATOMIC_SEQ_CST);
  errno = error;
  return -1;
}

static struct entry *find(const char *name) {
  for (int index = 0; index < live_count; index += 1)
    if (strcmp(live[index].name, name) == 0) return &live[index];
  return NULL;
}

/* Complete or not at all: the next reader may come after a kill. */
static void list_names(const char *list) {
  char path[PATH_MAX], whole[PATH_MAX];
  snprintf(whole, sizeof whole, "%s/%s", image_folder, list);
  snprintf(path, sizeof path, "%s/%s.new", image_folder, list);
  FILE *out = fopen(path, "w");
  if (!out) return;
  for (int index = 0; index < live_count; index += 1)
    if (!live[index].file->is_passing) fprintf(out, "%d %s\n", live[index].file->number, live[index].name);
  fclose(out);
  real_rename()(path, whole);
}

static void soil(struct file *file, off_t from, off_t to) {
  if (!has_image || file->is_folder || file->is_passing || from >= to) return;
  struct range *last = file->ranges ? &file->dirty[file->ranges - 1] : NULL;
  if (last && from <= last->to && to >= last->from) {
    if (from < last->from) last->from = from;
    if (to > last->to) last->to = to;
  } else if (file->ranges < MOST_RANGES) {
    file->dirty[file->ranges++] = (struct range){from, to};
  } else {
    for (int index = 0; index < file->ranges; index += 1) {
      if (file->dirty[index].from < from) from = file->dirty[index].from;
      if (file->dirty[index].to > to) to = file->dirty[index].to;
    }
    file->dirty[0] = (struct range){from, to};
    file->ranges = 1;
  }
}

/* What was written since the last sync becomes part of the image. */
static void settle(struct file *file, int fd) {
  static char piece[65536];
  struct stat now;
  if (fstat(fd, &now) != 0) return;
  real_ftruncate64()(file->image, now.st_size);
  for (int index = 0; index < file->ranges; index += 1) {
    off_t at = file->dirty[index].from, to = file->dirty[index].to;
    if (to > now.st_size) to = now.st_size;
    while (at < to) {
      size_t wish = to - at < (off_t)sizeof piece ? (size_t)(to - at) : sizeof piece;
      ssize_t got = real_pread64()(fd, piece, wish, at);
      if (got <= 0 || real_pwrite64()(file->image, piece, got, at) != got) break;
      at += got;
    }
  }
  file->ranges = 0;
}

static struct file *enter(const char *name) {
  struct file *file = live_count < MOST_FILES ? calloc(1, sizeof *file) : NULL;
  if (!file) return NULL;
  file->number = next_number++;
  file->is_log = ends_with(name, "-wal");
  file->is_passing = ends_with(name, "-shm");
  file->image = -1;
  if (!file->is_passing) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%d", image_folder, file->number);
    file->image = real_open64()(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  }
  snprintf(live[live_count].name, LONGEST_NAME, "%s", name);
  live[live_count++].file = file;
  return file;
}

/* What is there at the first look has been there through the last crash, so it is on the disk. */
static void look_around(void) {
  static int is_done;
  if (is_done || !has_image) return;
  is_done = 1;
  DIR *all = opendir(folder);
  for (struct dirent *each = all ? readdir(all) : NULL; each; each = readdir(all)) {
    if (each->d_type != DT_REG || ends_with(each->d_name, "-shm")) continue;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, each->d_name);
    int fd = real_open64()(path, O_RDONLY | O_CLOEXEC);
    struct file *file = enter(each->d_name);
    struct stat now;
    if (fd < 0 || !file || fstat(fd, &now) != 0) continue;
    soil(file, 0, now.st_size);
    settle(file, fd);
    real_close()(fd);
  }
  if (all) closedir(all);
  list_names("names");
  list_names("live");
}

static int opened(const char *path, int flags, mode_t mode) {
  char absolute[PATH_MAX];
  const char *name = name_of(path, absolute);
  if (!name) return real_open64()(path, flags, mode);
  int changes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
  if (knobs[0] == READ_ONLY && changes) return fails(EROFS);
  pthread_mutex_lock(&lock);
  look_around();
  int fd = real_open64()(path, flags, mode);
  if (fd >= 0 && fd < MOST_FDS) {
    struct entry *known = has_image && *name ? find(name) : NULL;
    by_fd[fd] = !*name ? &itself : !has_image ? &any_file : known ? known->file : enter(name);
    if (has_image && *name && !known) list_names("live");
  }
  pthread_mutex_unlock(&lock);
  return fd;
}

#define MODE_OF(flags, mode) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE_OF(flags, mode) return opened(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags, mode) return opened(path, flags, mode); }

int close(int fd) {
  if (file_of(fd)) by_fd[fd] = NULL;
  return real_close()(fd);
}

/* Whether a write of so many bytes there has to fail now, and how. */
static int error_of(int fd, off_t from, size_t count) {
  struct stat now;
  switch (knobs[0]) {
    case FULL: return ENOSPC;
    case FULL_FOR_GROWTH: return fstat(fd, &now) == 0 && from + (off_t)count > now.st_size ? ENOSPC : 0;
    case WRITES_FAIL: return EIO;
    case READ_ONLY: return EROFS;
    default: return 0;
  }
}

/* With late syncs the log reaches the disk only before a checkpoint, as SQLite does it with synchronous=NORMAL. */
static void settle_late_log(const struct file *file) {
  if (!has_image || !knobs[1] || file->is_log || file->is_passing) return;
  for (int fd = 0; fd < MOST_FDS; fd += 1)
    if (by_fd[fd] && by_fd[fd]->is_log && by_fd[fd]->ranges) settle(by_fd[fd], fd);
}

static ssize_t written(struct file *file, off_t from, ssize_t count) {
  if (count > 0) soil(file, from, from + count);
  return count;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t from) {
  struct file *file = file_of(fd);
  if (!file) return real_pwrite64()(fd, bytes, count, from);
  int error = error_of(fd, from, count);
  if (error) return fails(error);
  pthread_mutex_lock(&lock);
  settle_late_log(file);
  ssize_t done = written(file, from, real_pwrite64()(fd, bytes, count, from));
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t from) { return pwrite64(fd, bytes, count, from); }

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t from) {
  struct file *file = file_of(fd);
  size_t length = 0;
  for (int index = 0; file && index < count; index += 1) length += pieces[index].iov_len;
  int error = file ? error_of(fd, from, length) : 0;
  if (error) return fails(error);
  ssize_t done = real_pwritev()(fd, pieces, count, from);
  return file ? written(file, from, done) : done;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  struct file *file = file_of(fd);
  if (!file) return real_write()(fd, bytes, count);
  off_t from = lseek(fd, 0, SEEK_CUR);
  int error = error_of(fd, from, count);
  if (error) return fails(error);
  return written(file, from, real_write()(fd, bytes, count));
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t from) {
  struct file *file = file_of(fd);
  if (file && !file->is_folder && knobs[0] == READS_FAIL) return fails(EIO);
  return real_pread64()(fd, bytes, count, from);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t from) { return pread64(fd, bytes, count, from); }

int ftruncate64(int fd, off64_t size) {
  struct file *file = file_of(fd);
  if (!file) return real_ftruncate64()(fd, size);
  struct stat before;
  int grows = fstat(fd, &before) == 0 && size > before.st_size;
  if (knobs[0] == READ_ONLY) return fails(EROFS);
  if (knobs[0] == WRITES_FAIL) return fails(EIO);
  if (grows && (knobs[0] == FULL || knobs[0] == FULL_FOR_GROWTH)) return fails(ENOSPC);
  pthread_mutex_lock(&lock);
  int done = real_ftruncate64()(fd, size);
  if (done == 0) soil(file, grows ? before.st_size : size, grows ? size : before.st_size);
  pthread_mutex_unlock(&lock);
  return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int posix_fallocate(int fd, off_t from, off_t length) {
  struct file *file = file_of(fd);
  int error = file ? error_of(fd, from, length) : 0;
  if (!error) return real_posix_fallocate()(fd, from, length);
  fails(error);
  return error;
}

/* After a sync that failed, Linux takes the pages for clean: they may never reach the disk, and nobody is told again. */
static int synced(int fd, int (*real)(int)) {
  struct file *file = file_of(fd);
  if (!file || file->is_passing) return real(fd);
  pthread_mutex_lock(&lock);
  int is_failing = knobs[0] == SYNCS_FAIL && !file->is_folder;
  if (is_failing) file->ranges = 0;
  pthread_mutex_unlock(&lock);
  if (is_failing) return fails(EIO);
  if (real(fd) != 0) return -1;
  if (sync_ms > 0) usleep(sync_ms * 1000);
  pthread_mutex_lock(&lock);
  if (has_image && file->is_folder) list_names("names");
  else if (has_image && !(knobs[1] && file->is_log)) settle(file, fd);
  pthread_mutex_unlock(&lock);
  __atomic_fetch_add(&knobs[3], 1, __ATOMIC_SEQ_CST);
  return 0;
}

int fsync(int fd) { return synced(fd, real_fsync()); }
int fdatasync(int fd) { return synced(fd, real_fdatasync()); }

int unlink(const char *path) {
  char absolute[PATH_MAX];
  const char *name = name_of(path, absolute);
  if (!name) return real_unlink()(path);
  if (knobs[0] == READ_ONLY) return fails(EROFS);
  pthread_mutex_lock(&lock);
  int done = real_unlink()(path);
  struct entry *known = done == 0 ? find(name) : NULL;
  if (known) *known = live[--live_count];
  if (known && has_image) list_names("live");
  pthread_mutex_unlock(&lock);
  return done;
}

int rename(const char *from, const char *to) {
  char absolute[PATH_MAX], other[PATH_MAX];
  const char *name = name_of(from, absolute), *fresh = name_of(to, other);
  if (!name || !fresh) return real_rename()(from, to);
  if (knobs[0] == READ_ONLY) return fails(EROFS);
  pthread_mutex_lock(&lock);
  int done = real_rename()(from, to);
  struct entry *replaced = done == 0 ? find(fresh) : NULL;
  if (replaced) *replaced = live[--live_count];
  struct entry *known = done == 0 ? find(name) : NULL;
  if (known) snprintf(known->name, LONGEST_NAME, "%s", fresh);
  if (known && has_image) list_names("live");
  pthread_mutex_unlock(&lock);
  return done;
}
