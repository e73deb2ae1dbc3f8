import type { App } from '@atrium/http/create-app'
import { listReply, pageOf } from '@atrium/http/pagination'
import { IdParams, Item, List, Message } from '@atrium/http/replies'
import { actorOf, bodyUser, listedUser, needs, ownOrAny, queryUser, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeContact, createContact, removeContact } from './manage-contacts.ts'
import { countContacts, findContactOwner, getContact, listContacts } from './user-contact.queries.ts'
import { Contact, ContactChanges, ContactFilters, NewContact } from './user-contact.schema.ts'

const tags = ['Contacts']

export function contactRoutes(app: App, deps: Deps) {
  const { db } = deps
  const findOwner = (id: number) => findContactOwner(db, id)
  const read = needs('user-contacts:read', ownOrAny('user_contacts.read', 'Contact', findOwner))
  const write = needs('user-contacts:write', ownOrAny('user_contacts.write', 'Contact', findOwner))

  app.get(
    '/user-contacts',
    {
      config: { access: needs('user-contacts:read', selfOrAny('user_contacts.read', queryUser)) },
      schema: { tags, querystring: ContactFilters, response: { 200: List(Contact) } },
    },
    async request => {
      const page = pageOf(request.query)
      const filters = { ...request.query, userId: listedUser(request, 'user_contacts.read') }
      const [items, total] = await Promise.all([listContacts(db, filters, page), countContacts(db, filters)])
      return listReply(items, total, page)
    },
  )

  app.post(
    '/user-contacts',
    {
      config: { access: needs('user-contacts:write', selfOrAny('user_contacts.write', bodyUser)) },
      schema: { tags, body: NewContact, response: { 200: Item(Contact) } },
    },
    async request => ({ item: await createContact(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/user-contacts/:id',
    { config: { access: read }, schema: { tags, params: IdParams, response: { 200: Item(Contact) } } },
    async ({ params }) => ({ item: await getContact(db, params.id) }),
  )

  app.put(
    '/user-contacts/:id',
    {
      config: { access: write },
      schema: { tags, params: IdParams, body: ContactChanges, response: { 200: Item(Contact) } },
    },
    async request => ({
      item: await changeContact(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/user-contacts/:id',
    { config: { access: write }, schema: { tags, params: IdParams, response: { 200: Message } } },
    async request => {
      await removeContact(deps, actorOf(request), request.params.id)
      return { message: 'The contact is deleted' }
    },
  )
}
