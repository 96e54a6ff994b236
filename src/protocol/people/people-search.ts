/** How administrators may narrow and order the list of people. */

export const PEOPLE_ORDERS = ['newest', 'oldest', 'nickname'] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];

export const PEOPLE_FILTERS = ['administrators', 'developers', 'disabled', 'imported', 'never'] as const;
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];
