import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import type { Contract } from '@atrium/core/contract'

/**
 * Compares a service's routes with its specification: rows of method, path, scope and permission or right, with `-` for
 * no token and `*` for any token or scope.
 */
export function checkRouteTable(routes: Contract[], ...tables: string[]) {
  const expected = tables
    .flatMap(table => table.trim().split('\n'))
    .map(row => row.replace(/ +/g, ' ').trim())
  const actual = routes.map(({ method, path, access }) =>
    [method, path, access.token ? (access.scope ?? '*') : '-', access.permission ?? '', access.right ?? '']
      .filter(Boolean)
      .join(' '),
  )
  assert.deepEqual(actual.sort(), expected.sort())
}

/** Checks that every route has a name of its own, and that an exported contract has the name of its constant. */
export async function checkRouteNames(service: string, routes: Contract[]) {
  const names = routes.map(({ name }) => name)
  assert.deepEqual(
    names.filter(name => !/^[a-z]+([A-Z][a-z0-9]*)*$/.test(name)),
    [],
    'names are in camelCase',
  )
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) < at),
    [],
    'names are unique',
  )
  const sources = new URL(`../../../apps/${service}/src/`, import.meta.url)
  for (const file of globSync('**/*.contract.ts', { cwd: sources })) {
    for (const [constant, value] of Object.entries(await import(new URL(file, sources).href))) {
      const { name, method } = value as { name?: string; method?: string }
      if (method) assert.equal(name, constant, `${file} exports ${constant}`)
    }
  }
}

/** `docs/routes-*.md` is written from the same table; `npm run docs:routes` updates it. */
export function checkRouteDocument(service: string, routes: Contract[]) {
  const file = new URL(`../../../docs/routes-${service}.md`, import.meta.url)
  const text = routeDocument(service, routes)
  if (process.env.UPDATE_DOCS) writeFileSync(file, text)
  assert.equal(readFileSync(file, 'utf8'), text, 'run `npm run docs:routes`')
}

function routeDocument(service: string, routes: Contract[]) {
  const rows = routes
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'))
    .map(({ method, path, summary, access }) => {
      const token = access.token ? 'yes' : 'no'
      return `| ${method} | \`${path}\` | ${summary} | ${token} | ${access.scope ?? ''} | ${access.permission ?? access.right ?? ''} |`
    })
  return [
    `# Routes of the ${service} service`,
    '',
    'Written by `npm run docs:routes` from the routes themselves.',
    '',
    '| method | path | summary | token | scope | permission or right |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
