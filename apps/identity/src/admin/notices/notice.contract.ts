import { contractsOf } from '@atrium/core/contract'
import { bannerKinds, Notices, NoticeText } from '@atrium/core/notices.contract'
import { Body, Default, Instant, Item, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

const NewMaintenance = Body({
  message: Type.Optional(Nullable(NoticeText)),
  messageRu: Type.Optional(Nullable(NoticeText)),
})
export type NewMaintenance = Static<typeof NewMaintenance>

const NewBanner = Body({
  kind: Default(OneOf(...bannerKinds), 'info'),
  text: NoticeText,
  textRu: Type.Optional(Nullable(NoticeText)),
  endsAt: Type.Optional(Nullable(Instant)),
})
export type NewBanner = Static<typeof NewBanner>

const contract = contractsOf('Notices')
const access = needs('system:manage', permission('rbac.permissions.manage'))

export const startMaintenance = contract('startMaintenance', 'PUT /maintenance', {
  summary: 'Start maintenance mode',
  description:
    'From now on both services refuse changes with 503 `maintenance` and `Retry-After`, all instances within a few seconds. Reading, signing in and out, and event streams keep working. If it is on already, only the messages change.',
  access,
  duringMaintenance: true,
  body: NewMaintenance,
  reply: Item(Notices),
})

export const endMaintenance = contract('endMaintenance', 'DELETE /maintenance', {
  summary: 'End maintenance mode',
  description:
    'Changes are possible again, on all instances within a few seconds. If it is off already, nothing changes.',
  access,
  duringMaintenance: true,
  reply: Item(Notices),
})

export const setBanner = contract('setBanner', 'PUT /banner', {
  summary: 'Show a banner to everyone',
  description:
    'Both web applications show the text until `endsAt`, or until it is removed. Every user can dismiss it; a new one replaces it and is shown to all of them again.',
  access,
  duringMaintenance: true,
  body: NewBanner,
  reply: Item(Notices),
  errors: ['validation_failed'],
})

export const removeBanner = contract('removeBanner', 'DELETE /banner', {
  summary: 'Remove the banner',
  description: 'Without a banner, nothing changes.',
  access,
  duringMaintenance: true,
  reply: Item(Notices),
})
