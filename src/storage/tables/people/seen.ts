/** Changes an account only if it is still as it was read: for acts that name the version they are meant for. */
import { changeRow, must, type Sql, set, where } from '../../sql.ts';
import type { AccountRow, Profile } from './accounts.ts';

/** What an administrator may change of an account, and what its version is made of. */
type SeenAccount = Omit<AccountRow, 'createdAt' | 'onlineAt' | 'deletedAt'>;

/** A guard: the account is still as it was read, disabled or not. */
function unchanged(seen: SeenAccount): ReturnType<typeof where> {
  return where`deleted_at is null and nickname = ${seen.nickname} and email = ${seen.email} and name = ${seen.name}
    and website = ${seen.website} and avatar_url = ${seen.avatarUrl} and locale = ${seen.locale}
    and coalesce(picture_digest, '') = ${seen.pictureDigest ?? ''}
    and coalesce(email_verified_at, 0) = ${seen.emailVerifiedAt ?? 0} and coalesce(admin_at, 0) = ${seen.adminAt ?? 0}
    and coalesce(developer_at, 0) = ${seen.developerAt ?? 0} and coalesce(disabled_at, 0) = ${seen.disabledAt ?? 0}`;
}

interface NamedProfile extends Profile {
  readonly nickname: { readonly shown: string; readonly key: string; readonly skeleton: string };
  readonly email: { readonly shown: string; readonly key: string; readonly verifiedAt: number | null };
}

/** Names, address and profile at once, of an account that is as it was read. */
export function changeSeenAccount(seen: SeenAccount, { nickname, email, ...profile }: NamedProfile): Sql {
  return must(
    changeRow(
      'accounts',
      seen.id,
      set`nickname = ${nickname.shown}, nickname_key = ${nickname.key},
        nickname_skeleton = case when nickname = ${nickname.shown} then nickname_skeleton else ${nickname.skeleton} end,
        email_verified_at = ${email.verifiedAt}, email = ${email.shown}, email_key = ${email.key}, name = ${profile.name}, website = ${profile.website},
        avatar_url = ${profile.avatarUrl}, locale = ${profile.locale}`,
      unchanged(seen),
    ),
  );
}

/** As `markDeleted`, of an account that is as it was read. */
export function markSeenDeleted(seen: SeenAccount, now: number): Sql {
  const key = `deleted:${seen.id}`;
  return must(
    changeRow(
      'accounts',
      seen.id,
      set`deleted_at = ${now}, nickname = '', nickname_key = ${key}, nickname_skeleton = null, email = '', email_key = ${key},
        email_verified_at = null, name = '', website = '', avatar_url = '', picture_digest = null, locale = '',
        admin_at = null, developer_at = null, disabled_because = null`,
      unchanged(seen),
    ),
  );
}

/** As `makeAdministrator`, of an account that is as it was read. */
export function makeSeenAdministrator(seen: SeenAccount, now: number): Sql {
  return must(changeRow('accounts', seen.id, set`admin_at = ${now}`, unchanged(seen)));
}

/** As `takeAdministration`, of an account that is as it was read. */
export function takeSeenAdministration(seen: SeenAccount): Sql {
  return must(changeRow('accounts', seen.id, set`admin_at = null`, unchanged(seen)));
}

/** A guard: the account is still as it was read. It changes nothing. */
export function remainsSeen(seen: SeenAccount): Sql {
  return must(changeRow('accounts', seen.id, set`online_at = online_at`, unchanged(seen)));
}
