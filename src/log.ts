/** Structured log lines on stderr or in a file: secrets redacted, never in the way of a request. */
import { pino, stdSerializers } from 'pino';
import type { Settings } from './config.ts';
import { openSink, type Sink } from './log/sink.ts';
import { censor, scrub } from './log/redact.ts';
