import { type Branding, ownBranding } from '@atrium/core/branding.contract'
import type { Database } from '#database.ts'
import type { BrandingChange } from './branding.contract.ts'

export interface Logo {
  type: string
  content: Buffer
  digest: string
}

export const brandingColumns = [
  'branding.name as brandName',
  'accentColor',
  'logoDigest',
  'senderName',
  'emailFooter',
  'emailFooterRu',
  'termsUrl',
  'privacyUrl',
  'imprintUrl',
] as const

interface BrandingRow extends Omit<Branding, 'name' | 'logo'> {
  brandName: string | null
  logoDigest: string | null
}

export function brandingOf(row: BrandingRow): Branding {
  const { brandName, logoDigest, accentColor, senderName } = row
  const { emailFooter, emailFooterRu, termsUrl, privacyUrl, imprintUrl } = row
  return {
    name: brandName ?? ownBranding.name,
    accentColor,
    logo: logoDigest,
    senderName,
    emailFooter,
    emailFooterRu,
    termsUrl,
    privacyUrl,
    imprintUrl,
  }
}

export async function updateBranding(tx: Database, change: BrandingChange) {
  await tx.updateTable('branding').set(change).execute()
}

export async function updateLogo(tx: Database, logo: Logo | null) {
  await tx
    .updateTable('branding')
    .set({
      logo: logo?.content ?? null,
      logoType: logo?.type ?? null,
      logoDigest: logo?.digest ?? null,
    })
    .execute()
}

export async function findLogo(db: Database): Promise<Logo | undefined> {
  const row = await db
    .selectFrom('branding')
    .select(['logo as content', 'logoType as type', 'logoDigest as digest'])
    .executeTakeFirst()
  return row?.content && row.type && row.digest
    ? { content: row.content, type: row.type, digest: row.digest }
    : undefined
}
