import { isDeepStrictEqual } from 'node:util'
import { answeringServer } from './answering-server.ts'
import { exported } from './planned.ts'

/** A server that answers as Planka did when its answers were recorded, to those who have the key. */
export async function replayPlanka({ file = '40 small\n15 large\n' } = {}) {
  const { answers } = JSON.parse(exported('planka-answers.json').toString())
  return answeringServer(({ method, path, headers }) => {
    if (headers['x-api-key'] !== 'planka-key') return { status: 401 }
    if (path.startsWith('/attachments/')) return { bytes: file }
    const json = answers[`${method} ${path.replace(/^\/api/, '')}`]
    return json && path.startsWith('/api/') ? { json } : { status: 404 }
  })
}

/** A server that answers as Kanboard did when its answers were recorded. */
export async function replayKanboard() {
  const { answers } = JSON.parse(exported('kanboard-answers.json').toString())
  const credentials = Buffer.from('jsonrpc:kanboard-key').toString('base64')
  return answeringServer(({ path, headers, body }) => {
    if (path !== '/jsonrpc.php') return { status: 404 }
    if (headers.authorization !== `Basic ${credentials}`) return { status: 401 }
    const { method, params, id } = JSON.parse(body)
    const answer = answers.find(
      (each: { method: string; params: object }) =>
        each.method === method && isDeepStrictEqual(each.params, params),
    )
    if (!answer) return { json: { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } } }
    return { json: { jsonrpc: '2.0', id, result: answer.result } }
  })
}
