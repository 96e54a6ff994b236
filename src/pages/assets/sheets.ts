/** The sheets that are joined into the stylesheet, in the order of the cascade: later rules override earlier ones. */
export const STYLE_SHEETS = [
  'ground',
  'frames',
  'panels',
  'strips',
  'forms',
  'details',
  'code',
  'playground',
  'lists',
  'consent',
  'home',
  'applications',
  'activity',
  'administration',
  'media',
] as const;
