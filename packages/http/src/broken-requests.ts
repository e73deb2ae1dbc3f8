import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { textOf } from '@atrium/core/catalogue'
import { sharedErrors } from '@atrium/core/shared.errors'

const codes: Record<string, 'headers_too_large' | 'request_timeout'> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What is not valid HTTP never becomes a request; it still gets an answer in the common shape. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const reason = codes[error.code ?? ''] ?? 'malformed_request'
  const code = sharedErrors[reason].status
  const message = textOf(sharedErrors, 'en', reason)
  const body = JSON.stringify({ error: { code, message, details: { reason } } })
  const head = [
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
