/** Where a run of all tests has its temporary files in memory (scripts/quick-folder.mjs), these go on using the disk. */

const disk = process.env.LATCHKEY_TEST_DISK;
if (disk !== undefined) process.env.TMPDIR = disk;
