import { isReadableAccent, readableAccent } from '@atrium/core/accent-palette'
import type { UploadedFile } from '@atrium/core/schema'
import { inTransaction } from '@atrium/database/transaction'
import { detectType } from '@atrium/storage/files'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { TooLarge, ValidationFailed } from '#errors.ts'
import { type BrandingChange, MAX_LOGO_BYTES } from './branding.contract.ts'
import { updateBranding, updateLogo } from './branding.queries.ts'

/** Pictures that every browser shows, and that cannot run anything; SVG can. */
const logoTypes = ['image/png', 'image/jpeg', 'image/webp']
const DIGEST_LENGTH = 16

export async function changeBranding(deps: Deps, actor: Actor, { accentColor, ...others }: BrandingChange) {
  const color = accentColor?.toLowerCase()
  if (color && !isReadableAccent(color))
    throw new ValidationFailed({
      accentColor: { code: 'accent_color_unreadable', suggestion: readableAccent(color) },
    })
  const change = { ...others, ...(accentColor !== undefined && { accentColor: color ?? null }) }
  if (Object.keys(change).length === 0) return deps.notices.current().branding
  return settle(deps, async tx => {
    await updateBranding(tx, change)
    await audit(deps, tx, actor, { action: 'branding.changed', details: change })
  })
}

export async function replaceLogo(deps: Deps, actor: Actor, { file }: { file: UploadedFile }) {
  const content = await contentOf(file)
  const type = await detectType(file.content())
  if (!logoTypes.includes(type)) throw new ValidationFailed({ file: 'logo_type_expected' })
  return settle(deps, async tx => {
    await updateLogo(tx, { type, content, digest: file.sha256.slice(0, DIGEST_LENGTH) })
    await audit(deps, tx, actor, { action: 'branding.logo_replaced', details: { type, size: file.size } })
  })
}

export function removeLogo(deps: Deps, actor: Actor) {
  return settle(deps, async tx => {
    await updateLogo(tx, null)
    await audit(deps, tx, actor, { action: 'branding.logo_removed' })
  })
}

async function contentOf(file: UploadedFile) {
  if (file.size === 0) throw new ValidationFailed({ file: 'empty' })
  if (file.size > MAX_LOGO_BYTES) throw new TooLarge('file_too_large')
  const chunks: Uint8Array[] = []
  for await (const chunk of file.content()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** This process knows the change at once, the others within a second or two. */
async function settle(deps: Deps, work: (tx: Database) => Promise<void>) {
  await inTransaction(deps, work)
  await deps.notices.refresh()
  return deps.notices.current().branding
}
