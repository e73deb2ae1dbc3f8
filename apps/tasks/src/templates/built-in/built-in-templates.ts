import type { Language } from '@atrium/core/language'
import { texts } from '#texts.ts'
import type { ProjectContent } from '../content/content.contract.ts'
import { firstBoardOf, previewOf } from '../content/preview.ts'
import type { BuiltInKey, BuiltInTemplate } from '../content/template.contract.ts'
import { layouts } from './layouts.ts'

export function builtInTemplates(kind: 'board' | 'project', language: Language): BuiltInTemplate[] {
  return (Object.keys(layouts) as BuiltInKey[]).map(key => {
    const { name, description } = texts(language).templates[key]
    const content = builtInContent(key, language)
    const preview = previewOf(kind === 'board' ? firstBoardOf(content) : content)
    return { key, name, description, preview }
  })
}

interface TemplateTexts {
  board: string
  columns: readonly string[]
  tasks: readonly { title: string; description?: string; checklist?: readonly string[] }[]
  stickers: readonly string[]
  fields?: readonly { name: string; options?: readonly string[] }[]
  views: readonly string[]
}

export function builtInContent(key: BuiltInKey, language: Language): ProjectContent {
  const {
    board,
    columns,
    tasks,
    stickers,
    fields = [],
    views,
  }: TemplateTexts = texts(language).templates[key]
  const layout = layouts[key]
  return {
    boards: [
      {
        name: board,
        columns: columns.map((title, index) => ({ title, ...layout.columns[index] })),
      },
    ],
    tasks: tasks.map(({ checklist, ...text }, index) => {
      const { sticker, field, ...settings } = layout.tasks[index] ?? {}
      const [fieldIndex = 0, value = 0] = field ?? []
      const { name = '', options } = fields[fieldIndex] ?? {}
      return {
        ...text,
        ...settings,
        ...(checklist && { checklist: [...checklist] }),
        ...(sticker !== undefined && { stickers: [stickers[sticker] ?? ''] }),
        ...(field && { fields: { [name]: options?.[value] ?? value } }),
      }
    }),
    stickers: layout.stickerColors.map((color, index) => ({ name: stickers[index] ?? '', color })),
    fields: layout.fields.map(({ optionColors, ...field }, index) => ({
      name: fields[index]?.name ?? '',
      ...field,
      ...(optionColors && {
        options: optionColors.map((color, at) => ({ name: fields[index]?.options?.[at] ?? '', color })),
      }),
    })),
    views: layout.views.map((view, index) => ({
      name: views[index] ?? '',
      kind: 'table',
      scale: null,
      columns: [],
      ...view,
    })),
  }
}
