/** Why an account was disabled: told to its owner, who proves to be that with the right password. */

export const disabledBecause = `
alter table accounts add column disabled_because text
`;
