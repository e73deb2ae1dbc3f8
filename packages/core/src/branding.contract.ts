import { type Static, Type } from 'typebox'
import { contract, endpoint, open } from './contract.ts'
import { Item, Nullable } from './schema.ts'

/** How the installation presents itself in pages, applications and emails. */
export const Branding = Type.Object({
  name: Type.String({ description: 'The name of the product' }),
  accentColor: Nullable(Type.String({ description: 'Such as `#0f766e`; `null` for the color of Atrium' })),
  logo: Nullable(
    Type.String({ description: 'Changes with the picture at `GET /assets/logo`; `null` without one' }),
  ),
  senderName: Nullable(Type.String({ description: 'The name that emails come from' })),
  emailFooter: Nullable(Type.String({ description: 'A line at the end of emails' })),
  emailFooterRu: Nullable(Type.String({ description: 'The same in Russian' })),
  termsUrl: Nullable(Type.String()),
  privacyUrl: Nullable(Type.String()),
  imprintUrl: Nullable(Type.String()),
})
export type Branding = Static<typeof Branding>

export const ownBranding: Branding = {
  name: 'Atrium',
  accentColor: null,
  logo: null,
  senderName: null,
  emailFooter: null,
  emailFooterRu: null,
  termsUrl: null,
  privacyUrl: null,
  imprintUrl: null,
}

export const legalLinks = ['terms', 'privacy', 'imprint'] as const

export const getBranding = contract('getBranding', 'GET /branding', {
  tag: 'Branding',
  summary: 'Get the branding',
  description:
    'Name, accent color, logo, sender of emails and legal links of the installation. At most a few seconds old.',
  access: open,
  reply: Item(Branding),
})

export const getLogo = endpoint('getLogo', 'GET /assets/logo', {
  tag: 'Branding',
  summary: 'Get the logo',
  description:
    'The picture that administrators have uploaded. `logo` of the branding as the query makes the answer cacheable forever.',
  access: open,
  produces: ['image/png', 'image/jpeg', 'image/webp'],
  statuses: { 304: 'The cached picture is still current (`If-None-Match`)' },
  errors: ['logo_not_found'],
})

/** Returns the address of the logo, which both services serve. */
export function logoAddress({ logo }: Pick<Branding, 'logo'>) {
  return logo === null ? undefined : `/assets/logo?${logo}`
}
