/** How far people are counted: beyond this a page says "or more", so that no count walks through millions of rows. */
export const MOST_COUNTED = 10_000;

/** In a list each row has a count of its own. */
export const MOST_COUNTED_IN_LIST = 1_000;
