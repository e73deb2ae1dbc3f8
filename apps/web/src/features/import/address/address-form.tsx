import type { ImportProgram } from '@atrium/tasks/imports/plan/import-sources.contract'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { Button, Card, Checkbox, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTryImport } from '../server/server-import.queries.ts'

/** The programs that can be asked for a project. */
const names: Record<ImportProgram, string> = {
  planka: 'Planka',
  kanboard: 'Kanboard',
  trello: 'Trello',
  jira: 'Jira',
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea, Forgejo',
  plane: 'Plane',
  vikunja: 'Vikunja',
  wekan: 'WeKan',
}

const examples: Record<ImportProgram, string> = {
  planka: 'https://planka.example.org/boards/123',
  kanboard: 'https://kanboard.example.org/project/1',
  trello: 'https://trello.com/b/abc123',
  jira: 'https://example.atlassian.net/browse/KEY',
  github: 'https://github.com/owner/repository',
  gitlab: 'https://gitlab.com/group/project',
  gitea: 'https://gitea.example.org/owner/repository',
  plane: 'https://app.plane.so/workspace/projects/…',
  vikunja: 'https://vikunja.example.org/projects/1',
  wekan: 'https://wekan.example.org/b/abc123/board',
}

interface AddressFormProps {
  projectId: number
  onStarted: (importId: number) => void
}

/** Where the other program is, and a token for it. What is there is read first; nothing is imported yet. */
export function AddressForm({ projectId, onStarted }: AddressFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useTryImport(),
    initialValues: { source: 'planka' as ImportProgram, address: '', token: '', withArchived: false },
    toInput: values => ({ ...values, projectId }),
    onSuccess: ({ item }) => onStarted(item.id),
  })
  const { source, address, token } = form.values
  return (
    <Card component="form" onSubmit={form.onSubmit}>
      <Stack>
        <FormError message={form.error} />
        <NativeSelect
          {...form.field('source')}
          label={t('import.address.program')}
          data={Object.entries(names).map(([value, label]) => ({ value, label }))}
        />
        <TextInput
          {...form.field('address')}
          label={t('import.address.address')}
          placeholder={examples[source]}
          type="url"
          required
          maxLength={2000}
        />
        <PasswordInput
          {...form.field('token')}
          label={t('import.address.token')}
          description={t(`import.address.tokens.${source}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          required
          maxLength={2000}
        />
        <Checkbox {...form.toggle('withArchived')} label={t('import.address.withArchived')} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.isPending} disabled={!address.trim() || !token.trim()}>
            {t('import.address.read')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
