import { type Idea, ideaStatuses, ideaTypes } from '@atrium/tasks/feedback/idea.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconButton } from '@atrium/ui/icon-button'
import { IconBulb, IconTrash } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import {
  Badge,
  Box,
  Button,
  Card,
  Chip,
  ColorSwatch,
  Group,
  Input,
  Select,
  Spoiler,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type IdeaFilters,
  ideasQuery,
  useChangeIdeaStatus,
  useCreateIdea,
  useDeleteIdea,
} from './feedback.queries.ts'

export const statusColors: Record<Idea['status'], string> = {
  new: 'cobalt',
  planned: 'amber',
  done: 'teal',
  declined: 'gray',
}

export function MyIdeas({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data: ideas, error, isPending, isFetching, refetch } = useQuery(ideasQuery({ userId, page }))
  useLastPage(ideas, setPage)
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('feedback.mine.title')}
      </Title>
      {isPending && <LoadingSkeleton h={88} radius="lg" />}
      {!ideas && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {ideas?._meta.total === 0 && <Text c="dimmed">{t('feedback.mine.empty')}</Text>}
      <Stack gap="sm">
        {ideas?.items.map(idea => (
          <IdeaCard key={idea.id} idea={idea}>
            <Badge color={statusColors[idea.status]}>{t(`feedback.statuses.${idea.status}`)}</Badge>
          </IdeaCard>
        ))}
        {ideas && <PageSwitch page={page} pages={ideas._meta.pages} onChange={setPage} />}
      </Stack>
    </section>
  )
}

export function AllIdeas() {
  const { t } = useTranslation()
  const [filters, setFilters] = useState<IdeaFilters>({})
  const { data: ideas, error, isPending, isFetching, refetch } = useQuery(ideasQuery(filters))
  const toPage = (page: number) => setFilters({ ...filters, page })
  useLastPage(ideas, toPage)
  return (
    <Stack gap="md">
      <IdeaFilterBar
        filters={filters}
        onChange={changes => setFilters({ ...filters, ...changes, page: 1 })}
      />
      {isPending && <LoadingSkeleton h={320} radius="lg" />}
      {!ideas && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {ideas?.items.length === 0 && (
        <EmptyState
          icon={IconBulb}
          title={t('feedback.ideas.emptyTitle')}
          text={t('feedback.ideas.emptyText')}
        />
      )}
      <Stack gap="sm">
        {ideas?.items.map(idea => (
          <IdeaCard key={idea.id} idea={idea} author={fullName(idea.user)}>
            <IdeaStatusSelect idea={idea} />
          </IdeaCard>
        ))}
      </Stack>
      {ideas && <PageSwitch page={filters.page ?? 1} pages={ideas._meta.pages} onChange={toPage} />}
    </Stack>
  )
}

interface IdeaFilterBarProps {
  filters: IdeaFilters
  onChange: (changes: IdeaFilters) => void
}

function IdeaFilterBar({ filters, onChange }: IdeaFilterBarProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm">
      <Box flex="1 1 14rem">
        <SearchBox label={t('feedback.ideas.search')} onSearch={search => onChange({ search })} />
      </Box>
      <Select
        w={170}
        aria-label={t('feedback.ideas.type')}
        placeholder={t('feedback.ideas.anyType')}
        data={ideaTypes.map(value => ({ value, label: t(`feedback.types.${value}`) }))}
        value={filters.type ?? null}
        onChange={type => onChange({ type: (type as Idea['type']) ?? undefined })}
        clearable
      />
      <Select
        w={170}
        aria-label={t('feedback.ideas.status')}
        placeholder={t('feedback.ideas.anyStatus')}
        data={ideaStatuses.map(value => ({ value, label: t(`feedback.statuses.${value}`) }))}
        value={filters.status ?? null}
        onChange={status => onChange({ status: (status as Idea['status']) ?? undefined })}
        clearable
      />
    </Group>
  )
}

function IdeaStatusSelect({ idea }: { idea: Idea }) {
  const { t } = useTranslation()
  const { mutate } = useChangeIdeaStatus()
  return (
    <Select
      size="xs"
      w={160}
      aria-label={t('feedback.ideas.statusOf', { title: idea.title })}
      data={ideaStatuses.map(value => ({ value, label: t(`feedback.statuses.${value}`) }))}
      value={idea.status}
      onChange={status => status && mutate({ id: idea.id, status: status as Idea['status'] })}
      leftSection={<ColorSwatch size={10} color={`var(--mantine-color-${statusColors[idea.status]}-5)`} />}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

interface IdeaCardProps {
  idea: Idea
  /** Shown in lists of several users. */
  author?: ReactNode
  /** Its status, as a badge or a select. */
  children: ReactNode
}

function IdeaCard({ idea, author, children }: IdeaCardProps) {
  const { t, i18n } = useTranslation()
  const [isDeleting, setIsDeleting] = useState(false)
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(
    new Date(idea.createdAt),
  )
  return (
    <Card component="article" shadow="xs" padding="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 16rem" miw={0}>
          <Text fw={600} component="h3">
            {idea.title}
          </Text>
          <Text size="sm" c="dimmed">
            {[t(`feedback.types.${idea.type}`), author, date].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <Group gap="xs" wrap="nowrap">
          {children}
          <IconButton
            icon={IconTrash}
            iconSize={18}
            label={t('feedback.ideas.delete', { title: idea.title })}
            onClick={() => setIsDeleting(true)}
          />
        </Group>
      </Group>
      <Spoiler maxHeight={66} showLabel={t('actions.more')} hideLabel={t('actions.close')} mt="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {idea.description}
        </Text>
      </Spoiler>
      <DeleteIdeaDialog idea={idea} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </Card>
  )
}

interface DeleteIdeaDialogProps {
  idea: Idea
  isOpen: boolean
  onClose: () => void
}

function DeleteIdeaDialog({ idea, isOpen, onClose }: DeleteIdeaDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmMutation
      mutation={useDeleteIdea()}
      input={idea.id}
      title={t('feedback.ideas.deleteTitle')}
      text={t('feedback.ideas.deleteText', { title: idea.title })}
      action={t('actions.delete')}
      doneMessage={t('feedback.ideas.deleted')}
      isOpen={isOpen}
      onClose={onClose}
    />
  )
}

export function IdeaForm() {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCreateIdea(),
    initialValues: { type: 'feature' as Idea['type'], title: '', description: '' },
    toInput: idea => idea,
    onSuccess: () => {
      form.change({ title: '', description: '' })
      notifyOfSuccess(t('feedback.idea.done'))
    },
  })
  return (
    <Card component="form" onSubmit={form.onSubmit} shadow="xs" h="100%">
      <Title order={2} size="h3">
        {t('feedback.idea.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t('feedback.idea.text')}
      </Text>
      <Stack gap="sm" mb="lg">
        <FormError message={form.error} />
        <Input.Wrapper label={t('feedback.idea.type')} labelElement="div">
          <Chip.Group value={form.values.type} onChange={type => form.change({ type: type as Idea['type'] })}>
            <Group gap="xs" role="radiogroup" aria-label={t('feedback.idea.type')}>
              {ideaTypes.map(value => (
                <Chip key={value} value={value} size="sm">
                  {t(`feedback.types.${value}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
        <TextInput
          {...form.field('title')}
          label={t('feedback.idea.name')}
          placeholder={t('feedback.idea.namePlaceholder')}
          required
          maxLength={200}
          autoComplete="off"
        />
        <Textarea
          {...form.field('description')}
          label={t('feedback.idea.description')}
          placeholder={t('feedback.idea.descriptionPlaceholder')}
          required
          maxLength={5000}
          minRows={3}
          maxRows={14}
        />
      </Stack>
      <Button type="submit" loading={form.isPending} mt="auto" style={{ alignSelf: 'flex-start' }}>
        {t('feedback.idea.submit')}
      </Button>
    </Card>
  )
}
