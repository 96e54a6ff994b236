/** Every parser that the fuzzer knows. */

import { FILE_TARGETS } from './files.ts';
import { FORM_TARGETS } from './forms.ts';
import { HEADER_TARGETS } from './headers.ts';
import { PROTOCOL_TARGETS } from './protocol.ts';
import type { Target } from './target.ts';
import { TEXT_TARGETS } from './texts.ts';

export const TARGETS: readonly Target[] = [
  ...FORM_TARGETS,
  ...HEADER_TARGETS,
  ...PROTOCOL_TARGETS,
  ...TEXT_TARGETS,
  ...FILE_TARGETS,
];
