import type { TFunction } from 'i18next'
import type en from '../../locales/en/audit.ts'

type Group = keyof typeof en.groups

/** Everything that the log may hold, by what it is about. */
export function actionChoices(t: TFunction) {
  const actions = t('audit.actions', { returnObjects: true }) as Record<Group, Record<string, string>>
  return Object.entries(actions).map(([group, verbs]) => ({
    group: t(`audit.groups.${group as Group}`),
    items: Object.entries(verbs).map(([verb, label]) => ({ value: `${group}.${verb}`, label })),
  }))
}
