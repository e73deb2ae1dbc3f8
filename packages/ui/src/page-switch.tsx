import { Group, Pagination, Text } from '@mantine/core'
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
