/**
 * The browser calls a contract by its method and path; what its schemas say is known to the compiler and checked by the
 * server. So the library that builds schemas stays out of what the browser loads.
 */
export function withoutSchemas() {
  const standIn = '\0atrium-no-schemas'
  return {
    name: 'atrium-without-schemas',
    enforce: 'pre' as const,
    resolveId: (id: string) => (id === 'typebox' ? standIn : null),
    load: (id: string) => (id === standIn ? standInSource : null),
  }
}

/** Contracts read the properties of other schemas while they load. */
export const standInSource = 'export const Type = new Proxy({}, { get: () => () => ({ properties: {} }) })'
