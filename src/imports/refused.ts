/** Why an import does not go on, as one sentence for the operator: nothing is wrong with the program. */

export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
