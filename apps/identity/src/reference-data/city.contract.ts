import { contractsOf, open } from '@atrium/core/contract'
import { Body, Id, Item, List, ListQuery, Message, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'
import { Country } from './country.contract.ts'

export const City = Type.Object({
  id: Id,
  name: Type.String(),
  region: Nullable(Type.String()),
  country: Type.String(),
  timeZone: Nullable(Type.String()),
})
export type City = Static<typeof City>

const Text = Name(100)

export const NewCity = Body({
  name: Text,
  region: Type.Optional(Nullable(Text)),
  country: Country,
  timeZone: Type.Optional(Nullable(Text)),
})
export type NewCity = Static<typeof NewCity>

const CityChanges = Type.Partial(NewCity, { additionalProperties: false, minProperties: 1 })

const CityFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'name', 'country').properties,
  search: Type.Optional(Type.String({ maxLength: 100 })),
  country: Type.Optional(Country),
})

const contract = contractsOf('Reference data')
const write = needs('system:manage', permission('system.manage'))

export const listCities = contract('listCities', 'GET /cities', {
  summary: 'List cities',
  description: 'Cities to choose from in a profile. Search by name with `search`, or filter by `country`.',
  access: open,
  query: CityFilters,
  reply: List(City),
})

export const getCity = contract('getCity', 'GET /cities/:id', {
  summary: 'Get a city',
  description: 'Returns one entry of the list of cities.',
  access: open,
  reply: Item(City),
  errors: ['city_not_found'],
})

export const createCity = contract('createCity', 'POST /cities', {
  summary: 'Create a city',
  description: 'Adds an entry to the list of cities. `timeZone` is an IANA name such as `Europe/Berlin`.',
  access: write,
  body: NewCity,
  reply: Item(City),
})

export const updateCity = contract('updateCity', 'PUT /cities/:id', {
  summary: 'Update a city',
  description: 'Changes the given fields of the city.',
  access: write,
  body: CityChanges,
  reply: Item(City),
  errors: ['city_not_found'],
})

export const deleteCity = contract('deleteCity', 'DELETE /cities/:id', {
  summary: 'Delete a city',
  description: 'Removes it from the list of cities. 409 while a user profile refers to it.',
  access: write,
  reply: Message,
  errors: ['city_not_found'],
})
