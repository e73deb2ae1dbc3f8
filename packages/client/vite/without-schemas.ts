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
const wholeRoute = /^(["'])(\w+) (.+)\1$/
const openToEveryone = 'access: open'

interface Parser {
  parse: (code: string) => object
}

interface Span {
  start: number
  end: number
}

interface Node extends Span {
  type: string
  callee?: { name?: string }
  arguments?: (Span & { properties?: Property[] })[]
}

interface Property extends Span {
  type: string
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
    const { type, start, end, callee, arguments: [, route, input] = [] } = node as Node
    if (/Function/.test(type)) return
    if (type !== 'CallExpression') return visitParts(node)
    copyUntil(start)
    if (declaring.includes(callee?.name ?? '') && route) {
      bare += bareContract(route, input?.properties ?? [])
      copied = end
    } else {
      bare += '/* @__PURE__ */ '
      visitParts(node)
    }
  }

  function visitParts(node: object) {
    for (const child of Object.values(node)) visit(child)
  }

  function bareContract(route: Span, properties: Property[]) {
    const kept = properties
      .map(({ type, start, end }) => ({ type, text: code.slice(start, end) }))
      .filter(({ type, text }) => type === 'SpreadElement' || text === openToEveryone)
    const plain = code.slice(route.start, route.end).replace(wholeRoute, 'method: $1$2$1, path: $1$3$1')
    return `{ ${[plain, ...kept.map(({ text }) => text)].join(', ')} }`
  }
}
