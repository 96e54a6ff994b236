/** Every parser that the fuzzer knows. */
import type { Target } from './target.ts';
import { FILE_TARGETS } from './target-files.ts';
import { FORM_TARGETS } from './target-forms.ts';
import { HEADER_TARGETS } from './target-headers.ts';
import { PROTOCOL_TARGETS } from './target-protocol.ts';
import { TEXT_TARGETS } from './target-texts.ts';

export const TARGETS: readonly Target[] = [
  ...FORM_TARGETS,
  ...HEADER_TARGETS,
  ...PROTOCOL_TARGETS,
  ...TEXT_TARGETS,
  ...FILE_TARGETS,
];
