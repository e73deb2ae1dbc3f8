import type { FastifyInstance } from 'fastify'

export type Part = string | { name: string; type?: string; content: Buffer | string }

/** A multipart form as a client sends it; file names are sent unchanged, even invalid ones. */
export function multipart(parts: Record<string, Part>) {
  const border = 'a-border-that-is-in-no-file'
  const chunks = Object.entries(parts).flatMap(([field, part]) => {
    const isFile = typeof part !== 'string'
    const filename = isFile ? `; filename="${part.name}"` : ''
    const type = isFile && part.type ? `\r\ncontent-type: ${part.type}` : ''
    const head = `--${border}\r\ncontent-disposition: form-data; name="${field}"${filename}${type}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(isFile ? part.content : part), Buffer.from('\r\n')]
  })
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${border}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${border}`,
  }
}

export function sendForm(
  { app }: { app: Pick<FastifyInstance, 'inject'> },
  accessToken: string,
  url: string,
  parts: Record<string, Part>,
) {
  const { payload, contentType } = multipart(parts)
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': contentType }
  return app.inject({ method: 'POST', url, payload, headers })
}

/** One pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
