/** Has a service run with one function of its program changed, for what no setting switches off. */

/**
 * An option of Node.js. `body` takes the place of the function's own, which it can call as `original`. Which file of the program the
 * function is in does not matter.
 */
export function preloaded(name: string, body: string): string {
  const program = `
    import { registerHooks } from 'node:module';
    const declared = ${JSON.stringify(`function ${name}(`)};
    const changed = (source) => source.replace(declared, () => 'function original(') + ${JSON.stringify(`\nfunction ${name}(...given) { ${body} }\n`)};
    registerHooks({ load(url, context, next) {
      const loaded = next(url, context);
      const source = String(loaded.source ?? '');
      return source.includes(declared) ? { ...loaded, source: changed(source) } : loaded;
    } });`;
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}
