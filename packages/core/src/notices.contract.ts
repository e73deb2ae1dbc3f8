import { type Static, Type } from 'typebox'
import { Branding, ownBranding } from './branding.contract.ts'
import { contract, open } from './contract.ts'
import { Id, Instant, Item, Name, Nullable, OneOf } from './schema.ts'

/** One line of text for everyone who uses the installation. */
export const NoticeText = Name(500)

export const bannerKinds = ['info', 'warning'] as const

export const Maintenance = Type.Object({
  since: Instant,
  message: Nullable(Type.String({ description: 'What administrators say about it' })),
  messageRu: Nullable(Type.String({ description: 'The same in Russian' })),
})
export type Maintenance = Static<typeof Maintenance>

export const Banner = Type.Object({
  id: Type.Unsafe<number>({
    ...Id,
    description: 'Changes with the text, so that a dismissed banner stays away',
  }),
  kind: OneOf(...bannerKinds),
  text: Type.String(),
  textRu: Nullable(Type.String({ description: 'The same in Russian' })),
  endsAt: Nullable(Type.String({ format: 'date-time', description: 'From then on it is no longer shown' })),
})
export type Banner = Static<typeof Banner>

/** What both services and their web applications show to everyone. */
export const Notices = Type.Object({
  maintenance: Type.Union([Maintenance, Type.Null()], {
    description: 'While it is set, changes are refused with 503 `maintenance`',
  }),
  banner: Type.Union([Banner, Type.Null()]),
  branding: Branding,
})
export type Notices = Static<typeof Notices>

export const noNotices: Notices = { maintenance: null, banner: null, branding: ownBranding }

export const getNotices = contract('getNotices', 'GET /notices', {
  tag: 'Operations',
  summary: 'Get the notices to everyone',
  description:
    'Whether the installation is in maintenance mode, the banner that administrators have set, and the branding. At most a few seconds old.',
  access: open,
  reply: Item(Notices),
})
