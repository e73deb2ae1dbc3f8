import type { Language } from '@atrium/core/language'
import type { ProjectContent } from '../content/content.contract.ts'
import { type BuiltIn, firstBoardOf, previewOf } from '../content/preview.ts'
import type { BuiltInKey, BuiltInTemplate } from '../content/template.contract.ts'
import { editorial } from './editorial.ts'
import { kanban } from './kanban.ts'
import { onboarding } from './onboarding.ts'
import { scrum } from './scrum.ts'

/** In the order in which they are offered. */
const templates: Record<BuiltInKey, (language: Language) => BuiltIn> = {
  kanban,
  scrum,
  editorial,
  onboarding,
}

export function builtInTemplates(kind: 'board' | 'project', language: Language): BuiltInTemplate[] {
  return (Object.keys(templates) as BuiltInKey[]).map(key => {
    const { name, description, content } = templates[key](language)
    const preview = previewOf(kind === 'board' ? firstBoardOf(content) : content)
    return { key, name, description, preview }
  })
}

export function builtInContent(key: BuiltInKey, language: Language): ProjectContent {
  return templates[key](language).content
}
