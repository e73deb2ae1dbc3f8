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
const wholeRoute = /^route: (["'])(\w+) (.+)\1$/
const openToEveryone = 'access: open'

interface Parser {
  parse: (code: string) => object
}

interface Node {
  type: string
  start: number
  end: number
  callee?: { name?: string }
  arguments?: { properties?: Property[] }[]
}

interface Property {
  type: string
  start: number
  end: number
  key?: { name?: string }
}

/**
 * Contracts become their method and path, and `access` if it is open. No call has an effect while the module loads, so that those nobody uses can be
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
    if (type !== 'CallExpression') return visitParts(node)
    copyUntil(start)
    if (declaring.includes(callee?.name ?? '') && input?.properties) {
      bare += bareContract(input.properties)
      copied = end
    } else {
      bare += '/* @__PURE__ */ '
      visitParts(node)
    }
  }

  function visitParts(node: object) {
    for (const child of Object.values(node)) visit(child)
  }

  function bareContract(properties: Property[]) {
    const texts = properties.flatMap(({ type, key, start, end }) => {
      const text = code.slice(start, end)
      const isKept = type === 'SpreadElement' || called.includes(key?.name ?? '') || text === openToEveryone
      return isKept ? text.replace(wholeRoute, 'method: $1$2$1, path: $1$3$1') : []
    })
    return `{ ${texts.join(', ')} }`
  }
}
