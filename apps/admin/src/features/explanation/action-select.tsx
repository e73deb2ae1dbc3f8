import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { actions, findAction } from './actions.ts'

interface ActionSelectProps {
  /** The route of the chosen action, such as `GET /users/:id`. */
  value: string | undefined
  onChange: (method: string, path: string) => void
}

export function ActionSelect({ value, onChange }: ActionSelectProps) {
  const { t } = useTranslation()
  const groups = Object.entries(actions).map(([subject, routes]) => ({
    group: t(`access.explanation.subjects.${subject as keyof typeof actions}`),
    items: Object.values(routes).map(route => ({ value: route, label: findAction(route, t) ?? route })),
  }))
  // The address of the page can name any route.
  const other = value && !findAction(value, t) ? [{ value, label: value }] : []
  return (
    <Select
      label={t('access.explanation.route')}
      placeholder={t('access.explanation.routeText')}
      data={[
        ...groups,
        ...(other.length > 0 ? [{ group: t('access.explanation.subjects.other'), items: other }] : []),
      ]}
      value={value ?? null}
      onChange={route => {
        const [method, path] = route?.split(' ') ?? []
        if (method && path) onChange(method, path)
      }}
      nothingFoundMessage={t('access.explanation.noRoute')}
      searchable
      allowDeselect={false}
      maxDropdownHeight={360}
    />
  )
}
