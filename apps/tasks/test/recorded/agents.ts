import { anonymous, type Scene } from './actors.ts'

/** No agent acts here: tests of the chapter have some. */
export async function recordAgents({ send, ann }: Scene) {
  await send(anonymous, 'GET /.well-known/oauth-protected-resource')
  await send(anonymous, 'GET /.well-known/oauth-protected-resource/mcp')
  await send(anonymous, 'POST /mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  await send(ann, 'GET /agent')
  await send(ann, 'PUT /agent/999999', { mode: 'proposes' })
  await send(ann, 'PUT /agent/999999', { mode: 'guesses' })
  await send(ann, 'POST /agent/999999/stop')
  await send(ann, 'POST /agent/999999/undo', { since: '2024-03-01T00:00:00.000Z' })
  await send(ann, 'POST /agent/999999/undo', { since: 'yesterday' })
  await send(ann, 'GET /proposal')
  await send(ann, 'GET /proposal?status=lost')
  await send(ann, 'POST /proposal/999999/accept')
  await send(ann, 'POST /proposal/999999/reject')
}
