import { StartRefused } from '@atrium/core/errors'
import type { Banner } from '@atrium/core/notices.contract'
import { consoleActor } from '@atrium/identity/access-control/actor'
import {
  endMaintenance,
  removeBanner,
  setBanner,
  startMaintenance,
} from '@atrium/identity/admin/notices/notice.commands'
import { withIdentity } from '../identity-deps.ts'
import type { Command } from './command.ts'

const MAX_LENGTH = 500

export const noticeCommands: Record<string, Command> = {
  maintenance: {
    usage: 'on|off [--message TEXT] [--message-ru TEXT]',
    summary:
      'refuse changes in both services while people go on reading, or allow them again; TEXT is shown to everyone',
    options: { message: { type: 'string' }, 'message-ru': { type: 'string' } },
    takes: ['on|off'],
    run: async (installation, values, [state = '']) => {
      if (state !== 'on' && state !== 'off') throw new StartRefused('Expected: on or off')
      const message = lineOf(values.message, '--message')
      const messageRu = lineOf(values['message-ru'], '--message-ru')
      const { maintenance } = await withIdentity(installation, deps =>
        state === 'on'
          ? startMaintenance(deps, consoleActor, { message, messageRu })
          : endMaintenance(deps, consoleActor),
      )
      return {
        json: { maintenance },
        text: maintenance
          ? 'Maintenance mode is on: within a few seconds nothing can be changed.'
          : 'Maintenance mode is off: changes are possible again.',
      }
    },
  },

  'banner:set': {
    usage: 'TEXT [--ru TEXT] [--kind info|warning] [--until TIME]',
    summary: 'show a text to everyone in both applications, until a time such as 2026-01-31T18:00:00Z',
    options: { ru: { type: 'string' }, kind: { type: 'string' }, until: { type: 'string' } },
    takes: ['TEXT'],
    run: async (installation, values, [words]) => {
      const text = lineOf(words, 'TEXT')
      if (text === null) throw new StartRefused('TEXT is required')
      const input = {
        kind: kindOf(values.kind),
        text,
        textRu: lineOf(values.ru, '--ru'),
        endsAt: timeOf(values.until),
      }
      const { banner } = await withIdentity(installation, deps => setBanner(deps, consoleActor, input))
      return { json: { banner }, text: 'Everyone sees the banner within a minute.' }
    },
  },

  'banner:remove': {
    usage: '',
    summary: 'remove the banner',
    run: async installation => {
      await withIdentity(installation, deps => removeBanner(deps, consoleActor))
      return { json: { banner: null }, text: 'The banner is removed.' }
    },
  },
}

function lineOf(value: unknown, option: string) {
  if (value === undefined) return null
  const line = String(value).trim()
  const isLine = line.length > 0 && line.length <= MAX_LENGTH && !/\p{Cc}/u.test(line)
  if (!isLine) throw new StartRefused(`${option} must be a single line of 1 to ${MAX_LENGTH} characters`)
  return line
}

function kindOf(kind: unknown = 'info'): Banner['kind'] {
  if (kind === 'info' || kind === 'warning') return kind
  throw new StartRefused('--kind must be info or warning')
}

function timeOf(value: unknown) {
  if (value === undefined) return null
  const time = new Date(String(value))
  if (Number.isNaN(time.getTime()))
    throw new StartRefused('--until must be a time such as 2026-01-31T18:00:00Z')
  return time.toISOString()
}
