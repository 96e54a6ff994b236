/** Addresses of pages that handlers of other pages lead to. */

export const APPLICATIONS = '/oauth/applications';

/** A download leaves the browser where it was, so after the password the way leads to the button, not to the file. */
export const DATA_READY = '/account/privacy?done=data_ready';
