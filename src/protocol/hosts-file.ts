/** The list of hosts that a machine keeps in a file: an address and its names on each line (hosts(5)). */

/** The addresses that the file has for a name; names are compared without regard to case and to the dot of the root. */
export function addressesIn(text: string, host: string): readonly string[] {
  const wanted = host.toLowerCase().replace(/\.$/, '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().toLowerCase().split(/\s+/);
    return names.includes(wanted) ? [address] : [];
  });
}
