/** Which picture a person has: the uploaded one, else an address elsewhere, else the one drawn from the account's number. */

interface Pictured {
  readonly id: number;
  /** Names the uploaded picture. */
  readonly pictureDigest: string | null;
  /** Empty or null for none. */
  readonly avatarUrl: string | null;
}

/** As pages show a person whose account may be disabled: nobody is shown the picture of such a person. */
export function shownPicturePath({
  pictureDigest,
  disabledAt,
}: Pick<Pictured, 'pictureDigest'> & { readonly disabledAt: number | null }): string | null {
  return disabledAt === null ? picturePath(pictureDigest) : null;
}

/** Where an uploaded picture is found on this service; null where there is none. Pages show no other but the drawn one. */
export function picturePath(digest: string | null): string | null {
  return digest === null ? null : `/avatars/${digest}.png`;
}

/** The address that applications are given; undefined for the drawn one, which has an address for each size. */
export function chosenPicture({ pictureDigest, avatarUrl }: Omit<Pictured, 'id'>, url: string): string | undefined {
  return pictureDigest === null ? avatarUrl || undefined : `${url}${picturePath(pictureDigest)}`;
}

/** `url` is the base address of the service. */
export function pictureAddress(person: Pictured, url: string): string {
  return chosenPicture(person, url) ?? `${drawnAddress(person.id, url)}.svg`;
}

/** Without the ending, before which a size may stand. */
export function drawnAddress(id: number, url: string): string {
  return `${url}/avatars/${id}`;
}
