import { Branding } from '@atrium/core/branding.contract'
import { contractsOf } from '@atrium/core/contract'
import { Body, Item, Name, Nullable, UploadedFile } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

/** Larger pictures would slow down every page. */
export const MAX_LOGO_BYTES = 256 * 1024

const AccentColor = Type.Unsafe<string>({
  type: 'string',
  pattern: '^#[0-9A-Fa-f]{6}$',
  errorCode: 'accent_color_expected',
})
const LegalUrl = Type.Unsafe<string>({
  type: 'string',
  pattern: '^https?://[^\\s<>"]+$',
  maxLength: 500,
  errorCode: 'legal_url_expected',
})

export const BrandingChange = Body({
  name: Type.Optional(Nullable(Name(40))),
  accentColor: Type.Optional(Nullable(AccentColor)),
  senderName: Type.Optional(Nullable(Name(80))),
  emailFooter: Type.Optional(Nullable(Name(300))),
  emailFooterRu: Type.Optional(Nullable(Name(300))),
  termsUrl: Type.Optional(Nullable(LegalUrl)),
  privacyUrl: Type.Optional(Nullable(LegalUrl)),
  imprintUrl: Type.Optional(Nullable(LegalUrl)),
})
export type BrandingChange = Static<typeof BrandingChange>

const NewLogo = Body({ file: UploadedFile })

const contract = contractsOf('Branding')
const access = needs('system:manage', permission('rbac.permissions.manage'))

export const changeBranding = contract('changeBranding', 'PUT /branding', {
  summary: 'Change the branding',
  description:
    'Changes the fields that are sent; `null` restores what Atrium comes with. White text has to be readable on the accent color (contrast 4.5); the dark theme gets lighter shades of it. Both services, applications and emails follow within a few seconds.',
  access,
  body: BrandingChange,
  reply: Item(Branding),
  errors: ['validation_failed'],
})

export const replaceLogo = contract('replaceLogo', 'PUT /branding/logo', {
  summary: 'Replace the logo',
  description:
    'A multipart form with the field `file`: a PNG, JPEG or WebP picture of at most 256 KiB (413). SVG is refused, since it can contain scripts.',
  access,
  body: NewLogo,
  reply: Item(Branding),
  errors: ['validation_failed'],
})

export const removeLogo = contract('removeLogo', 'DELETE /branding/logo', {
  summary: 'Remove the logo',
  description: 'From now on, the mark of Atrium is shown. Without a logo, nothing changes.',
  access,
  reply: Item(Branding),
})
