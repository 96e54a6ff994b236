/** Offers of an application to another account. */

/** An offer expires after this time. */
export const OFFER_SECONDS = 14 * 86_400;
