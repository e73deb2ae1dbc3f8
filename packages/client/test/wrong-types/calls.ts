import { isRefused } from '@atrium/client/api-error'
import { createClient } from '@atrium/client/client'
import { routeOf } from '@atrium/client/service-client'
import { contract, endpoint, open } from '@atrium/core/contract'
import { Body, Id, Item, ListQuery, UploadedFile } from '@atrium/core/schema'
import { Type } from 'typebox'

const common = { tag: 'Things', summary: '', description: '', access: open }
const getHealth = endpoint('getHealth', 'GET /healthz', common)
const listThings = endpoint('listThings', 'GET /things', {
  ...common,
  query: ListQuery,
})
const renameThing = contract('renameThing', 'PUT /thing/:id', {
  ...common,
  body: Body({ name: Type.String(), note: Type.Optional(Type.String()) }),
  reply: Item(Type.Object({ id: Id, name: Type.String() })),
  errors: ['thing_not_found', 'name_taken'],
})
const setPhoto = endpoint('setPhoto', 'POST /photo', {
  ...common,
  body: Body({ photo: UploadedFile }),
})
endpoint('getOther', '/other', common) // wrong
contract('getOther', 'GET /other', common) // wrong
endpoint('getOther', 'GET /other', { ...common, reponse: ListQuery }) // wrong
contract('getOther', 'GET /other', { ...common, reply: ListQuery, isPage: true }) // wrong

const api = createClient()
const params = { id: 1 }

await api(getHealth)
await api(getHealth, { params }) // wrong

await api(listThings)
await api(listThings, { query: { limit: 5 } })
await api(listThings, { query: { limit: 'five' } }) // wrong
await api(listThings, { query: { size: 5 } }) // wrong

const { item } = await api(renameThing, { params, body: { name: 'A' } })
item.name.trim()
item.title // wrong
await api(renameThing) // wrong
await api(renameThing, { params }) // wrong
await api(renameThing, { body: { name: 'A' } }) // wrong
await api(renameThing, { params: { id: 'one' }, body: { name: 'A' } }) // wrong
await api(renameThing, { params, body: {} }) // wrong
await api(renameThing, { params, body: { name: 5 } }) // wrong
await api(renameThing, { params, body: { name: 'A', nmae: 'B' } }) // wrong

await api(setPhoto, { body: { photo: new Blob([]) } })
await api(setPhoto, { body: { photo: 'photo.png' } }) // wrong

isRefused(renameThing, new Error(), 'name_taken')
isRefused(renameThing, new Error(), 'wip_limit_reached') // wrong
isRefused(getHealth, new Error(), 'name_taken') // wrong

routeOf<typeof renameThing>('PUT', '/thing/:id')
routeOf<typeof renameThing>('POST', '/thing/:id') // wrong
routeOf<typeof renameThing>('PUT', '/things/:id') // wrong
