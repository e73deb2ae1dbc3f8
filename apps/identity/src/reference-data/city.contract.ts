import { Body, Id, ListQuery, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
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

export const CityChanges = Type.Partial(NewCity, { additionalProperties: false, minProperties: 1 })
export type CityChanges = Static<typeof CityChanges>

export const CityFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'name', 'country'),
    Type.Object({
      search: Type.Optional(Type.String({ maxLength: 100 })),
      country: Type.Optional(Country),
    }),
  ]),
)
export type CityFilters = Static<typeof CityFilters>
