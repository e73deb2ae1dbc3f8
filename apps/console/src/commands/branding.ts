import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Branding } from '@atrium/core/branding.contract'
import { StartRefused, ValidationFailed } from '@atrium/core/errors'
import { compileRecordCheck } from '@atrium/core/validation'
import { consoleActor } from '@atrium/identity/access-control/actor'
import { changeBranding, removeLogo, replaceLogo } from '@atrium/identity/admin/branding/branding.commands'
import { BrandingChange } from '@atrium/identity/admin/branding/branding.contract'
import { getNotices } from '@atrium/identity/admin/notices/notice.queries'
import { withIdentity } from '../identity-deps.ts'
import type { Command, Values } from './command.ts'

const checkChange = compileRecordCheck(BrandingChange)
const text = { type: 'string' } as const

/** The fields by option. */
const fields: Record<string, keyof BrandingChange> = {
  name: 'name',
  'accent-color': 'accentColor',
  'sender-name': 'senderName',
  'email-footer': 'emailFooter',
  'email-footer-ru': 'emailFooterRu',
  'terms-url': 'termsUrl',
  'privacy-url': 'privacyUrl',
  'imprint-url': 'imprintUrl',
}

export const brandingCommands: Record<string, Command> = {
  'branding:set': {
    usage:
      '[--name N] [--accent-color #RRGGBB] [--logo FILE] [--sender-name N] [--email-footer TEXT] [--email-footer-ru TEXT] [--terms-url U] [--privacy-url U] [--imprint-url U]',
    summary: 'change how the installation presents itself; an empty value restores what Atrium comes with',
    options: { ...Object.fromEntries(Object.keys(fields).map(name => [name, text])), logo: text },
    run: async (installation, values) => {
      const change = changeOf(values)
      const errors = checkChange(change)
      if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
      const file = values.logo === undefined ? undefined : await readPicture(String(values.logo))
      if (Object.keys(change).length === 0 && file === undefined)
        throw new StartRefused('Expected at least one option, such as --name')
      const branding = await withIdentity(installation, async deps => {
        await changeBranding(deps, consoleActor, change)
        if (file === null) await removeLogo(deps, consoleActor)
        else if (file) await replaceLogo(deps, consoleActor, { file })
        return (await getNotices(deps.db, deps.now())).branding
      })
      return { json: { branding }, text: describe(branding) }
    },
  },

  'branding:show': {
    usage: '',
    summary: 'show how the installation presents itself',
    run: async installation => {
      const { branding } = await withIdentity(installation, deps => getNotices(deps.db, deps.now()))
      return { json: { branding }, text: describe(branding) }
    },
  },
}

function changeOf(values: Values): BrandingChange {
  const given = Object.entries(fields).filter(([option]) => values[option] !== undefined)
  return Object.fromEntries(given.map(([option, field]) => [field, String(values[option]).trim() || null]))
}

/** An empty path removes the logo. */
async function readPicture(path: string) {
  if (path === '') return null
  const content = await readFile(path).catch((error: Error) => {
    throw new StartRefused(`--logo: ${error.message}`)
  })
  return {
    name: basename(path),
    type: '',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    content: async function* () {
      yield content
    },
  }
}

function describe(branding: Branding) {
  const shown = Object.entries({ ...branding, logo: branding.logo === null ? null : 'yes' })
  return shown.map(([field, value]) => `${field}: ${value ?? '–'}`).join('\n')
}
