/** How English writes numbers, dates and plurals. */
import { createFormats } from '../formats.ts';

export const formats = createFormats<'one' | 'other'>('en');
