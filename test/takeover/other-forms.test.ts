/** What people give in place of JSON lines is told as what it is, with the way from there; nothing whole is called damaged. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { everyEngine } from '../support/each-database.ts';
import { startService, temporaryDirectory } from '../support/service.ts';

const LINE = '{"id":1,"nickname":"ada","address":"ada@example.org"}\n';

/** As each program begins its dump. */
const DUMPS: Readonly<Record<string, string>> = {
  mysqldump: '-- MySQL dump 10.13  Distrib 8.0.40, for Linux (x86_64)\n--\n',
  'mariadb-dump': '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n',
  'mysqldump --compact': "INSERT INTO `users` VALUES (1,'ada');\n",
  'mysqldump --skip-comments': '\n/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n',
  phpMyAdmin: '\ufeff-- phpMyAdmin SQL Dump\n-- version 5.2.1\n',
  pg_dump: '--\n-- PostgreSQL database dump\n--\n',
  'pg_dump --inserts': "SET statement_timeout = 0;\nINSERT INTO public.users VALUES (1, 'ada');\n",
  'sqlite3 .dump': 'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n',
};

test('dumps in SQL, archives, compressed files, arrays and doubled backslashes are told as what they are, by both imports', () =>
  everyEngine(async (engine) => {
    const service = await startService({ database: engine });
    const folder = temporaryDirectory();
    const put = (name: string, content: string | Buffer) => {
      const path = join(folder, name.replaceAll(' ', '_'));
      writeFileSync(path, content);
      return path;
    };
    const packed = [
      gzipSync(LINE),
      zstdCompressSync(LINE),
      Buffer.from('BZh91AY&SY', 'latin1'),
      Buffer.from('\xfd7zXZ\0', 'latin1'),
      Buffer.from('PK\x03\x04', 'latin1'),
    ];
    const sources: readonly (readonly [string, RegExp])[] = [
      ...Object.entries(DUMPS).map(
        ([name, text]) => [put(name, text), /has SQL statements, where JSON lines/] as const,
      ),
      ...packed.map((bytes, index) => [put(`packed${index}`, bytes), /is compressed, .+: unpack it first/] as const),
      [put('custom', 'PGDMP\x01\x0e'), /is an archive of pg_dump: pg_restore it into/],
      [put('tar', 'toc.dat\0\0\0'), /is an archive of pg_dump/],
      [put('array', `[${LINE}]`), /Line 1 of \S+ is not a JSON object: it is, or begins, an array/],
      [put('copied', LINE.replace('ada"', 'a\\\\"da"')), /Line 1 of \S+ .+: its backslashes are doubled/],
      [
        put('csv', 'id,nickname\n1,ada\n'),
        /Line 1 of \S+ is not a JSON object: (?:.+ or not in JSON lines|each person has)/,
      ],
    ];

    for (const [path, why] of sources) {
      for (const kind of ['users', 'doorkeeper']) {
        const refused = await service.cliHere(['import', kind, '--from', path]);

        assert.equal(refused.code, 1, path);
        assert.match(refused.stderr, why);
        assert.match(refused.stderr, /^latchkey: [^\n]+\n$/);
        assert.doesNotMatch(refused.stderr, /ada/);
      }
    }
    assert.equal((await service.cliHere(['users', 'list'])).stdout, '');
  }));

test('a folder of pg_dump, and a database of SQLite where people are to come from lines, are told as that', async () => {
  const service = await startService({ database: 'sqlite' });
  const folder = join(temporaryDirectory(), 'dump');
  mkdirSync(folder);
  writeFileSync(join(folder, 'toc.dat'), 'PGDMP');
  const file = join(temporaryDirectory(), 'old.sqlite3');
  const database = new DatabaseSync(file);
  database.exec('create table users (id integer primary key)');
  database.close();

  const archive = await service.cliHere(['import', 'doorkeeper', '--from', folder]);
  const people = await service.cliHere(['import', 'users', '--from', file]);

  assert.match(archive.stderr, /^latchkey: \S+dump is an archive of pg_dump: pg_restore it/);
  assert.equal(people.stderr, `latchkey: ${file} is a database of SQLite, where JSON lines are needed.\n`);
});
