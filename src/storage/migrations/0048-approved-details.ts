/** What an application that waits after a change said of itself when it was approved, for whoever judges the change. */

/** Null but for applications with `waiting_for` = `changed`, and for those of them that waited before this was kept. */
export const approvedDetails = 'alter table clients add column approved_details text';
