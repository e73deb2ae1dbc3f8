import { readdirSync } from 'node:fs'
import type { Language } from '@atrium/core/language'
import { type Addresses, type Guide, renderGuide } from '@atrium/http/pages/guides/render-guide'

const folder = new URL('../../../../docs/api-guides/', import.meta.url)

/** The pages of `docs/api-guides`, in reading order. */
export const guideNames = ['sign-in', 'tasks', 'events', 'errors'] as const
type GuideName = (typeof guideNames)[number]

export type FindGuides = (language: Language) => Promise<Map<string, Guide>>

/** Renders the guides of a language when the first reader asks for them. Long pages are written in some languages only; others get the English ones. */
export function createGuides(addresses: Addresses): FindGuides {
  const written = readdirSync(folder)
  const rendered = new Map<string, Promise<Map<string, Guide>>>()
  return language => {
    const shown = written.includes(language) ? language : 'en'
    const guides = rendered.get(shown) ?? renderAll(shown, addresses)
    rendered.set(shown, guides)
    return guides
  }
}

async function renderAll(language: string, addresses: Addresses) {
  const render = async (name: GuideName) =>
    [name, await renderGuide(new URL(`${language}/`, folder), name, addresses)] as const
  return new Map<string, Guide>(await Promise.all(guideNames.map(render)))
}
