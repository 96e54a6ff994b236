// Finds our own modules without asking the disk for each of them what it is and where it really lies: with some four
// hundred of them that is a sixth of the time to the first answer. Everything else is resolved as always.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isOurs = specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL !== undefined;
    if (!isOurs) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
  },
});

await import('../src/main.ts');
