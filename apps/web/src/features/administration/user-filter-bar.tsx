import { SearchBox } from '@atrium/ui/forms/search-box'
import { Box, Chip, Group, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UserFilters } from './user.queries.ts'

interface UserFilterBarProps {
  filters: UserFilters
  onChange: (changes: UserFilters) => void
}

export function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const { t } = useTranslation()
  const orders = [
    { value: 'surname', label: t('administration.users.orders.surname') },
    { value: '-lastSignInAt', label: t('administration.users.orders.lastSignIn') },
    { value: '-createdAt', label: t('administration.users.orders.created') },
  ]
  return (
    <Group gap="sm">
      <Box flex="1 1 14rem">
        <SearchBox label={t('administration.users.search')} onSearch={search => onChange({ search })} />
      </Box>
      <Select
        w={230}
        aria-label={t('administration.users.order')}
        data={orders}
        value={filters.orderBy ?? 'surname'}
        onChange={orderBy => orderBy && onChange({ orderBy })}
        allowDeselect={false}
      />
      <Chip
        checked={filters.isOwner ?? false}
        onChange={isOwner => onChange({ isOwner: isOwner || undefined })}
      >
        {t('administration.users.ownersOnly')}
      </Chip>
    </Group>
  )
}
