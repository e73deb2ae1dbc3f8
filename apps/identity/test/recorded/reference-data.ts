import { nobody, type Scene } from './actors.ts'

export async function recordReferenceData({ ask, owner, ann }: Scene) {
  const post = (await ask(owner, 'POST /posts', { name: 'Engineer', description: 'Builds' })).json().item
  await ask(owner, 'POST /posts', { name: 'Engineer' })
  await ask(ann, 'POST /posts', { name: 'Designer' })
  await ask(owner, 'GET /posts?search=eng&orderBy=-name')
  await ask(owner, 'GET /posts?limit=0')
  await ask(owner, `GET /posts/${post.id}`)
  await ask(owner, `PUT /posts/${post.id}`, { name: 'Lead engineer', description: null })
  await ask(owner, `PUT /posts/${post.id}`, {})
  await ask(owner, `PUT /users/${ann.id}`, { postId: post.id })
  await ask(owner, `DELETE /posts/${post.id}`)
  await ask(owner, `PUT /users/${ann.id}`, { postId: null })
  await ask(owner, `DELETE /posts/${post.id}`)

  const springfield = {
    name: 'Springfield',
    region: 'Oregon',
    country: 'US',
    timeZone: 'America/Los_Angeles',
  }
  const city = (await ask(owner, 'POST /cities', springfield)).json().item
  await ask(owner, 'POST /cities', springfield)
  await ask(owner, 'POST /cities', { name: 'Nowhere', country: 'XX', timeZone: 'Mars/Base' })
  await ask(nobody, 'GET /cities?search=springf')
  await ask(nobody, 'GET /cities?country=FR&limit=2&page=2&orderBy=-id')
  await ask(nobody, 'GET /cities?orderBy=nonsense&country=Europe')
  await ask(nobody, `GET /cities/${city.id}`)
  await ask(nobody, 'GET /cities/999999')
  await ask(nobody, 'GET /cities/none')
  await ask(owner, `PUT /cities/${city.id}`, { region: null })
  await ask(ann, `PUT /users/${ann.id}`, { cityId: city.id })
  await ask(owner, `DELETE /cities/${city.id}`)
  await ask(ann, `PUT /users/${ann.id}`, { cityId: null })
  await ask(owner, `DELETE /cities/${city.id}`)

  const klingon = { code: 'tlh', name: 'Klingon', nativeName: 'tlhIngan Hol' }
  const language = (await ask(owner, 'POST /languages', klingon)).json().item
  await ask(owner, 'POST /languages', klingon)
  await ask(owner, 'POST /languages', { code: 'not a tag', name: '' })
  await ask(nobody, 'GET /languages?search=kling')
  await ask(nobody, 'GET /languages?limit=3&orderBy=code')
  await ask(nobody, 'GET /languages?orderBy=nonsense')
  await ask(nobody, `GET /languages/${language.id}`)
  await ask(nobody, 'GET /languages/999999')
  await ask(owner, `PUT /languages/${language.id}`, { nativeName: null })
  await ask(owner, `DELETE /languages/${language.id}`)
  await ask(owner, `DELETE /languages/${language.id}`)
}
