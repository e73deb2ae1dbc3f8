/** A message of the client: a request has an id, a notification has none. */
export interface Message {
  id?: string | number
  method: string
  params: Record<string, unknown>
}

/** The codes of JSON-RPC 2.0, and those of MCP. */
const codes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const

/** A refusal of the protocol; `status` is that of HTTP. */
export class RpcError extends Error {
  readonly status: number
  readonly code: number
  readonly data: unknown

  constructor(
    code: keyof typeof codes,
    message: string,
    { status = 400, data }: { status?: number; data?: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.code = codes[code]
    this.data = data
  }
}

export function readMessage(value: unknown): Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid()
  const { jsonrpc, id, method, params = {} } = value as Record<string, unknown>
  const isId = id === undefined || typeof id === 'string' || Number.isInteger(id)
  const isParams = typeof params === 'object' && params !== null && !Array.isArray(params)
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId || !isParams) throw invalid()
  return {
    ...(id !== undefined && { id: id as string | number }),
    method,
    params: params as Message['params'],
  }
}

function invalid() {
  return new RpcError('invalidRequest', 'Not a JSON-RPC 2.0 request')
}

export function resultOf(id: string | number, result: object) {
  return { jsonrpc: '2.0', id, result }
}

export function errorOf(
  id: string | number | undefined,
  { code, message, data }: Pick<RpcError, 'code' | 'message' | 'data'>,
) {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data !== undefined && { data }) } }
}
