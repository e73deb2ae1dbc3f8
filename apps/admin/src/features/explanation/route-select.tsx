import type { RouteRule } from '@atrium/identity/access-control/explanation/explanation.contract'
import { type ComboboxItem, type ComboboxParsedItem, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { routesQuery } from './explanation.queries.ts'
import { chapterOf, needOf, wordsOf } from './route-words.ts'

interface RouteSelectProps {
  /** The chosen route, such as `GET /users/:id`. */
  value: string | undefined
  onChange: (method: string, path: string) => void
}

export function RouteSelect({ value, onChange }: RouteSelectProps) {
  const { t } = useTranslation()
  const { data: routes = [] } = useQuery(routesQuery)
  const byName = useMemo(() => new Map(routes.map(rule => [nameOf(rule), rule])), [routes])
  const groups = useMemo(
    () =>
      [...Map.groupBy(routes, rule => chapterOf(rule, t))].map(([group, rules]) => ({
        group,
        items: rules.map(nameOf),
      })),
    [routes, t],
  )
  const isMatch = ({ value }: ComboboxItem, parts: string[]) => {
    const rule = byName.get(value)
    const words = rule ? wordsOf(rule, t) : ''
    return parts.every(part => words.includes(part))
  }
  return (
    <Select
      label={t('access.explanation.route')}
      placeholder={t('access.explanation.routeText')}
      data={groups}
      value={value ?? null}
      onChange={name => {
        const rule = name && byName.get(name)
        if (rule) onChange(rule.method, rule.path)
      }}
      filter={({ options, search }) =>
        search === value ? options : matching(options, search.toLowerCase().split(/\s+/), isMatch)
      }
      renderOption={({ option }) => {
        const rule = byName.get(option.value)
        return rule && <RouteOption name={option.value} need={needOf(rule, t)} />
      }}
      nothingFoundMessage={t('access.explanation.noRoute')}
      searchable
      allowDeselect={false}
      maxDropdownHeight={360}
    />
  )
}

function RouteOption({ name, need }: { name: string; need: string }) {
  return (
    <Stack gap={0}>
      <Text size="sm" ff="monospace">
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {need}
      </Text>
    </Stack>
  )
}

function nameOf({ method, path }: RouteRule) {
  return `${method} ${path}`
}

function matching(
  options: ComboboxParsedItem[],
  parts: string[],
  isMatch: (item: ComboboxItem, parts: string[]) => boolean,
): ComboboxParsedItem[] {
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return isMatch(option, parts) ? [option] : []
    const items = option.items.filter(item => isMatch(item, parts))
    return items.length > 0 ? [{ ...option, items }] : []
  })
}
