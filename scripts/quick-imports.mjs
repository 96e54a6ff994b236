/**
 * Loaded before each file of tests: the project's own modules are found without asking the disk for each of them what it is
 * and where it really lies. A file that imports the whole service takes 0.28 seconds
 * of processor time to load with it and 0.43 without it (medians of five, compile cache warm), and there are hundreds.
 */
import { registerHooks } from 'node:module';

const folder = new URL('../', import.meta.url).href;
const installed = new URL('../node_modules/', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    const isOurs = parentURL.startsWith(folder) && !parentURL.startsWith(installed);
    if (!isOurs || !specifier.startsWith('.') || !specifier.endsWith('.ts')) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
  },
});
