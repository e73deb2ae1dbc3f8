import { Group, Pagination, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface PageSwitchProps {
  page: number
  pages: number
  onChange: (page: number) => void
}

/** Page numbers where there is room, otherwise `3 of 10`. */
export function PageSwitch({ page, pages, onChange }: PageSwitchProps) {
  const { t } = useTranslation('ui')
  if (pages < 2) return null
  return (
    <nav aria-label={t('pages.label')}>
      <Pagination.Root
        total={pages}
        value={page}
        onChange={onChange}
        getItemProps={number => ({ 'aria-label': t('pages.page', { page: number }) })}
      >
        <Group gap={6} justify="center">
          <Pagination.Previous aria-label={t('pages.previous')} />
          <Group gap={6} visibleFrom="xs">
            <Pagination.Items />
          </Group>
          <Text size="sm" px="xs" hiddenFrom="xs">
            {t('pages.of', { page, pages })}
          </Text>
          <Pagination.Next aria-label={t('pages.next')} />
        </Group>
      </Pagination.Root>
    </nav>
  )
}

/** Leads from a page that no longer exists to the last one. */
export function useLastPage(
  list: { _meta: { page: number; pages: number } } | undefined,
  onPage: (page: number) => void,
) {
  const { page, pages } = list?._meta ?? { page: 1, pages: 1 }
  const last = Math.max(1, pages)
  const goOn = useEffectEvent(() => onPage(last))
  useEffect(() => {
    if (page > last) goOn()
  }, [page, last])
}
