/**
 * The browser calls a contract by its method and path, and repeats no lost POST that is open to everyone; what its schemas say is known to the compiler and checked by the
 * server. So neither the library that builds schemas nor anything else about a contract is part of what it loads.
 */
export function withoutSchemas() {
  const standIn = '\0atrium-no-schemas'
  return [
    {
      name: 'atrium-without-schemas',
      enforce: 'pre' as const,
      resolveId: (id: string) => (id === 'typebox' ? standIn : null),
      load: (id: string) => (id === standIn ? standInSource : null),
    },
    {
      name: 'atrium-bare-contracts',
      transform(this: Parser, code: string, id: string) {
        return declarations.test(id) ? { code: bareContracts(code, this.parse(code)), map: null } : null
      },
    },
  ]
}

/** Contracts read the properties of other schemas while they load. */
export const standInSource = 'export const Type = new Proxy({}, { get: () => () => ({ properties: {} }) })'

const declarations = /\.contract\.ts$|\/core\/src\/schema\.ts$/
const declaring = ['contract', 'endpoint']
const called = ['route', 'method', 'path']
const openToEveryone = 'access: open'

interface Parser {
  parse: (code: string) => object
}

interface Node {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: { type: string; start: number; end: number; key?: { name?: string } }[] }[]
}

/**
 * Contracts keep their method and path, and `access` if it is open. No call has an effect while the module loads, so that those nobody uses can be
 * dropped; what a function calls stays.
 */
export function bareContracts(code: string, program: object) {
  let bare = ''
  let copied = 0
  const copyUntil = (end: number) => {
    bare += code.slice(copied, end)
    copied = end
  }
  visit(program)
  copyUntil(code.length)
  return bare

  function visit(node: unknown) {
    if (typeof node !== 'object' || node === null) return
    const { type, start, end, callee, arguments: [input] = [] } = node as Node
    if (/Function/.test(type)) return
    if (type === 'CallExpression') {
      copyUntil(start)
      bare += '/* @__PURE__ */ '
    }
    if (type === 'CallExpression' && declaring.includes(callee?.name ?? '') && input?.properties) {
      const kept = input.properties.filter(
        ({ type, key, start, end }) =>
          type === 'SpreadElement' ||
          called.includes(key?.name ?? '') ||
          code.slice(start, end) === openToEveryone,
      )
      bare += `${callee?.name}({ ${kept.map(property => code.slice(property.start, property.end)).join(', ')} })`
      copied = end
    } else for (const child of Object.values(node)) visit(child)
  }
}
