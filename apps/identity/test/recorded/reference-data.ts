import { anonymous, type Scene } from './actors.ts'

export async function recordReferenceData({ send, owner, ann }: Scene) {
  const post = (await send(owner, 'POST /posts', { name: 'Engineer', description: 'Builds' })).json().item
  await send(owner, 'POST /posts', { name: 'Engineer' })
  await send(ann, 'POST /posts', { name: 'Designer' })
  await send(owner, 'GET /posts?search=eng&orderBy=-name')
  await send(owner, 'GET /posts?limit=0')
  await send(owner, `GET /posts/${post.id}`)
  await send(owner, `PUT /posts/${post.id}`, { name: 'Lead engineer', description: null })
  await send(owner, `PUT /posts/${post.id}`, {})
  await send(owner, `PUT /users/${ann.id}`, { postId: post.id })
  await send(owner, `DELETE /posts/${post.id}`)
  await send(owner, `PUT /users/${ann.id}`, { postId: null })
  await send(owner, `DELETE /posts/${post.id}`)

  const springfield = {
    name: 'Springfield',
    region: 'Oregon',
    country: 'US',
    timeZone: 'America/Los_Angeles',
  }
  const city = (await send(owner, 'POST /cities', springfield)).json().item
  await send(owner, 'POST /cities', springfield)
  await send(owner, 'POST /cities', { name: 'Nowhere', country: 'XX', timeZone: 'Mars/Base' })
  await send(anonymous, 'GET /cities?search=springf')
  await send(anonymous, 'GET /cities?country=FR&limit=2&page=2&orderBy=-id')
  await send(anonymous, 'GET /cities?orderBy=nonsense&country=Europe')
  await send(anonymous, `GET /cities/${city.id}`)
  await send(anonymous, 'GET /cities/999999')
  await send(anonymous, 'GET /cities/none')
  await send(owner, `PUT /cities/${city.id}`, { region: null })
  await send(ann, `PUT /users/${ann.id}`, { cityId: city.id })
  await send(owner, `DELETE /cities/${city.id}`)
  await send(ann, `PUT /users/${ann.id}`, { cityId: null })
  await send(owner, `DELETE /cities/${city.id}`)

  const klingon = { code: 'tlh', name: 'Klingon', nativeName: 'tlhIngan Hol' }
  const language = (await send(owner, 'POST /languages', klingon)).json().item
  await send(owner, 'POST /languages', klingon)
  await send(owner, 'POST /languages', { code: 'not a tag', name: '' })
  await send(anonymous, 'GET /languages?search=kling')
  await send(anonymous, 'GET /languages?limit=3&orderBy=code')
  await send(anonymous, 'GET /languages?orderBy=nonsense')
  await send(anonymous, `GET /languages/${language.id}`)
  await send(anonymous, 'GET /languages/999999')
  await send(owner, `PUT /languages/${language.id}`, { nativeName: null })
  await send(owner, `DELETE /languages/${language.id}`)
  await send(owner, `DELETE /languages/${language.id}`)
}
