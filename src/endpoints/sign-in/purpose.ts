/** What a proof of the account is for, told from the address it leads to: an address cannot put words on the page. */
import type { ConfirmPurpose } from '../../pages/sign-in/sign-in.ts';
import { DATA_READY } from '../addresses.ts';

const APPLICATION = '^/oauth/applications/[^/]+';

/** The first that fits. */
const PURPOSES: readonly (readonly [RegExp, ConfirmPurpose])[] = [
  [new RegExp(`${APPLICATION}/delete$`), 'delete_application'],
  [new RegExp(`${APPLICATION}/secrets$`), 'add_secret'],
  [new RegExp(`${APPLICATION}/secrets/rotate$`), 'rotate_secret'],
  [new RegExp(`${APPLICATION}/secrets/[^/]+/remove$`), 'remove_secret'],
  [new RegExp(`${APPLICATION}/tokens/revoke$`), 'revoke_tokens'],
  [new RegExp(`${APPLICATION}/families/[^/]+/revoke$`), 'revoke_family'],
  [new RegExp(`${APPLICATION}/redirect_uris$`), 'add_redirect_uri'],
  [new RegExp(`${APPLICATION}/transfer/accept$`), 'accept_application'],
  [new RegExp(`${APPLICATION}/transfer`), 'transfer_application'],
  [/^\/oauth\/applications/, 'change_application'],
  [/^\/oauth\/authorized_applications/, 'change_access'],
  [/^\/account/, 'change_account'],
  [/^\/admin\/people\/[^/]+\/disable$/, 'disable_person'],
  [/^\/admin\/people\/[^/]+\/edit$/, 'edit_person'],
  [/^\/admin\/people\/[^/]+\/delete$/, 'delete_person'],
  [/^\/admin\/people\/[^/]+\/enable$/, 'enable_person'],
  [/^\/admin\/people\/[^/]+\/sign-out$/, 'sign_out_person'],
  [/^\/admin\/applications\/[^/]+\/suspend$/, 'suspend_application'],
  [/^\/admin\/applications\/[^/]+\/lift$/, 'lift_suspension'],
  [/^\/admin/, 'administer'],
];

export function purposeOf(target: string): ConfirmPurpose {
  if (target === DATA_READY) return 'download_data';
  const path = target.split('?', 1)[0] ?? '';
  return PURPOSES.find(([pattern]) => pattern.test(path))?.[1] ?? 'go_on';
}
