import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { standInSource } from '../vite/without-schemas.ts'

/** Loads every contract as the browser does: with empty schemas. */
const root = new URL('../../../', import.meta.url)
const standIn = `data:text/javascript,${encodeURIComponent(standInSource)}`
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typebox' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})

const files = globSync('{apps,packages}/*/src/**/*.contract.ts', { cwd: root })
for (const file of files) await import(new URL(file, root).href)
console.log(files.length)
