import type { Scene } from './actors.ts'

/** No worker runs here: what is started waits. */
export async function recordImports({ send, ann, stranger }: Scene, project: { id: number }) {
  const address = 'https://planka.invalid/boards/1'
  const { item } = (
    await send(ann, 'POST /import', { source: 'planka', address, token: 'a-token', dryRun: true })
  ).json()
  await send(ann, 'POST /import', { source: 'planka', token: 'a-token' })
  await send(ann, 'POST /import', { source: 'csv', address, token: 'a-token' })
  await send(ann, 'POST /import', {
    source: 'planka',
    address: 'https://10.0.0.1/boards/1',
    token: 'a-token',
  })
  await send(ann, 'POST /import', { source: 'planka', address, token: 'a-token', projectId: 999_999 })
  await send(stranger, 'POST /import', { source: 'planka', address, token: 'a-token', projectId: project.id })
  await send(ann, 'GET /import')
  await send(ann, `GET /import/${item.id}`)
  await send(stranger, `GET /import/${item.id}`)
  await send(ann, `GET /import/${item.id}/note`)
  await send(ann, `POST /import/${item.id}/start`, { people: [{ externalId: 'p1', userId: 999_999 }] })
  await send(ann, `POST /import/${item.id}/start`, {})
  await send(stranger, `DELETE /import/${item.id}`)
  await send(ann, `DELETE /import/${item.id}`)
}
