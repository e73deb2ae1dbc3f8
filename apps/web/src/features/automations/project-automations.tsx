import type { Automation } from '@atrium/tasks/automations/automation.contract'
import { EmptyState } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { IconButton } from '@atrium/ui/icon-button'
import { IconBolt, IconListDetails } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { DateText } from '@atrium/ui/time-text'
import { Badge, Group, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { automationsQuery, useDeleteAutomation, useSwitchAutomation } from './automation.queries.ts'
import { AutomationForm, type ConditionParts } from './automation-form.tsx'
import { type RuleNames, useRuleNames } from './rule-names.ts'
import { useRuleWords } from './rule-words.ts'
import { RunsDialog, runColors } from './runs-dialog.tsx'

interface ProjectAutomationsProps {
  projectId: number
  condition: ConditionParts
}

/** The rules of a project, for managers. */
export function ProjectAutomations({ projectId, condition }: ProjectAutomationsProps) {
  const { t } = useTranslation()
  const [listed, setListed] = useState<Automation>()
  const names = useRuleNames(projectId)
  return (
    <>
      <CrudList
        query={useQuery(automationsQuery(projectId))}
        title={t('automations.title')}
        text={t('automations.text')}
        createLabel={t('automations.create')}
        row={automation => ({
          name: automation.name,
          facts: <State automation={automation} />,
          text: <Summary automation={automation} names={names} condition={condition} />,
          actions: <RowActions automation={automation} onList={() => setListed(automation)} />,
          editLabel: t('automations.edit', { name: automation.name }),
          deleteLabel: t('automations.delete', { name: automation.name }),
        })}
        form={(automation, close) => (
          <AutomationForm
            projectId={projectId}
            automation={automation}
            names={names}
            condition={condition}
            onClose={close}
          />
        )}
        deletion={{
          mutation: useDeleteAutomation(projectId),
          question: ({ name }) => ({
            title: t('automations.deleteTitle', { name }),
            text: t('automations.deleteText'),
            action: t('automations.deleteAction'),
          }),
          doneMessage: ({ name }) => t('automations.deleted', { name }),
        }}
        empty={
          <EmptyState
            icon={IconBolt}
            title={t('automations.empty.title')}
            text={t('automations.empty.text')}
          />
        }
      />
      <RunsDialog automation={listed} onClose={() => setListed(undefined)} />
    </>
  )
}

function State({ automation: { pausedReason, lastRun } }: { automation: Automation }) {
  const { t } = useTranslation()
  if (pausedReason) return <Badge color="red">{t(`automations.paused.${pausedReason}`)}</Badge>
  if (!lastRun) return null
  return (
    <Badge color={runColors[lastRun.status]} variant="light">
      {t(`automations.runs.${lastRun.status}`)} · <DateText value={lastRun.at} />
    </Badge>
  )
}

interface SummaryProps {
  automation: Automation
  names: RuleNames
  condition: ConditionParts
}

/** “When a task enters Done and Priority: High → assign Ada” */
function Summary({ automation, names, condition }: SummaryProps) {
  const { t } = useTranslation()
  const words = useRuleWords(names)
  const { trigger, actions, savedBy } = automation
  return (
    <>
      <Text span inherit c="var(--mantine-color-text)">
        {words.trigger(trigger)}
        {automation.condition !== '' && (
          <>
            {` ${t('automations.and')} `}
            <condition.Words projectId={automation.projectId} text={automation.condition} />
          </>
        )}
        {' → '}
        {actions.map(words.action).join(', ')}
      </Text>
      {savedBy && <> · {t('automations.savedBy', { person: fullName(savedBy) })}</>}
    </>
  )
}

function RowActions({ automation, onList }: { automation: Automation; onList: () => void }) {
  const { t } = useTranslation()
  const { id, name, projectId, isEnabled } = automation
  const { mutate, isPending } = useSwitchAutomation(projectId)
  return (
    <Group gap="xs" wrap="nowrap">
      <Switch
        aria-label={t('automations.switch', { name })}
        checked={isEnabled}
        disabled={isPending}
        onChange={({ currentTarget }) => mutate({ id, isEnabled: currentTarget.checked })}
      />
      <IconButton
        icon={IconListDetails}
        iconSize={18}
        label={t('automations.runsOf', { name })}
        onClick={onList}
      />
    </Group>
  )
}
