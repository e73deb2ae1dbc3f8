import type { Automation } from '@atrium/tasks/automations/automation.contract'
import { type Action, MAX_ACTIONS } from '@atrium/tasks/automations/rule.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { IconPlus } from '@atrium/ui/icons'
import { Button, Group, Input, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionEditor, newAction } from './action-editor.tsx'
import { type Rule, useSaveAutomation } from './automation.queries.ts'
import { Preview } from './preview.tsx'
import { type RecipeName, recipes } from './recipes.ts'
import type { RuleNames } from './rule-names.ts'
import { ownTimeZone, TriggerEditor } from './trigger-editor.tsx'

/** The filter of the views, which pages bring along. */
export interface ConditionParts {
  Field: ComponentType<{ projectId: number; text: string; onChange: (text: string) => void }>
  Words: ComponentType<{ projectId: number; text: string }>
}

interface AutomationFormProps {
  projectId: number
  automation: Automation | undefined
  names: RuleNames
  condition: ConditionParts
  onClose: () => void
}

/** A rule in words: when, if, then. The filter has forms of its own, so that only the buttons are in this one. */
export function AutomationForm({ projectId, automation, names, condition, onClose }: AutomationFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useSaveAutomation(projectId),
    initialValues: {
      name: automation?.name ?? '',
      trigger: automation?.trigger ?? { type: 'created' },
      condition: automation?.condition ?? '',
      actions: automation?.actions ?? [newAction('comment')],
      isEnabled: automation?.isEnabled ?? true,
    } as Rule,
    rows: ['actions', 'trigger'],
    toInput: values => ({ ...values, id: automation?.id }),
    onSuccess: ({ item }) => {
      onClose()
      notifyOfSuccess(t('automations.saved', { name: item.name }))
    },
  })
  const { trigger, actions } = form.values
  const errorOf = (path: string) => form.rowField(path).error as string | undefined
  const changeAction = (index: number, changed: Action | undefined) =>
    form.change({ actions: actions.flatMap((one, at) => (at === index ? (changed ?? []) : one)) })
  const start = (name: RecipeName) => {
    const recipe: Pick<Rule, 'trigger' | 'condition' | 'actions'> = recipes[name]
    const { type } = recipe.trigger
    const zone = type === 'schedule' || type === 'due_reached' ? { timeZone: ownTimeZone() } : {}
    form.change({
      ...recipe,
      trigger: { ...recipe.trigger, ...zone },
      actions: recipe.actions.map(one =>
        one.text === '' ? { ...one, text: t(`automations.recipes.${name as 'done'}.text`) } : one,
      ),
      name: t(`automations.recipes.${name}.name`),
    })
  }
  return (
    <Stack>
      <FormError message={form.error} />
      {!automation && (
        <Input.Wrapper label={t('automations.recipes.title')} labelElement="div">
          <Group gap="xs" mt={4}>
            {(Object.keys(recipes) as RecipeName[]).map(name => (
              <Button key={name} variant="default" size="xs" onClick={() => start(name)}>
                {t(`automations.recipes.${name}.name`)}
              </Button>
            ))}
          </Group>
        </Input.Wrapper>
      )}
      <TextInput
        {...form.field('name')}
        label={t('automations.name')}
        required
        maxLength={100}
        data-autofocus
      />
      <TriggerEditor
        trigger={trigger}
        names={names}
        errorOf={part => errorOf(`trigger.${part}`)}
        onChange={changed => form.change({ trigger: changed })}
      />
      <Input.Wrapper
        label={t('automations.condition')}
        description={t('automations.conditionText')}
        labelElement="div"
        error={form.field('condition').error}
      >
        <div style={{ marginTop: 6 }}>
          <condition.Field
            projectId={projectId}
            text={form.values.condition}
            onChange={text => form.change({ condition: text })}
          />
        </div>
      </Input.Wrapper>
      {actions.map((action, index) => (
        <ActionEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids, and their inputs keep no state
          key={index}
          action={action}
          number={index + 1}
          names={names}
          errorOf={part => errorOf(`actions.${index}.${part}`)}
          onChange={changed => changeAction(index, changed)}
          onRemove={actions.length > 1 ? () => changeAction(index, undefined) : undefined}
        />
      ))}
      {actions.length < MAX_ACTIONS && (
        <Group>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => form.change({ actions: [...actions, newAction('comment')] })}
          >
            {t('automations.addAction')}
          </Button>
        </Group>
      )}
      <Switch {...form.toggle('isEnabled')} label={t('automations.isEnabled')} />
      <Text size="sm" c="dimmed">
        {t('automations.rights')}
      </Text>
      <Preview projectId={projectId} rule={form.values} />
      <form onSubmit={form.onSubmit}>
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={form.isPending}>
            {automation ? t('actions.save') : t('automations.create')}
          </Button>
        </Group>
      </form>
    </Stack>
  )
}
