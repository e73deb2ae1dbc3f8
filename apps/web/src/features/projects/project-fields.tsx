import { projectKeyPattern, taskKey } from '@atrium/tasks/projects/project-key.contract'
import { EmojiPicker } from '@atrium/ui/emoji/emoji-picker'
import type { useMutationForm } from '@atrium/ui/forms/form'
import { Group, Input, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery } from '../../data/projects/projects.ts'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import { colorOf, projectColors, suggestedKey } from '../../project-mark/project-marks.ts'
import classes from './project-fields.module.css'

export interface ProjectValues {
  name: string
  key: string
  color: string | null
  icon: string | null
  description: string
}

interface ProjectFieldsProps {
  form: Pick<ReturnType<typeof useMutationForm<ProjectValues, never, never>>, 'values' | 'field' | 'change'>
  /** Undefined while the project is created: its key then follows its name until the user edits it. */
  projectId?: number
}

/** Icon, name, key and color. */
export function ProjectFields({ form, projectId }: ProjectFieldsProps) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const [isKeyChosen, setIsKeyChosen] = useState(projectId !== undefined)
  const others = projects.filter(({ id }) => id !== projectId)
  const { name, key, color, icon } = form.values
  const namesake = others.find(other => other.key === key)
  const rename = (next: string) =>
    form.change({ name: next, ...(!isKeyChosen && { key: suggestedKey(next, others) }) })
  const changeKey = (next: string) => {
    setIsKeyChosen(next !== '' || projectId !== undefined)
    form.change({ key: next.toUpperCase().replaceAll(/\s/g, '') })
  }
  const mark = { id: projectId ?? 0, name, color, icon }
  return (
    <>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Input.Wrapper label={t('projects.create.icon')} labelElement="div">
          <EmojiPicker
            onPick={symbol => form.change({ icon: symbol })}
            removal={
              icon
                ? { label: t('projects.create.removeIcon'), onRemove: () => form.change({ icon: null }) }
                : undefined
            }
          >
            {toggle => (
              <UnstyledButton
                className={classes.icon}
                aria-label={t('projects.create.chooseIcon')}
                onClick={toggle}
              >
                <ProjectMark project={mark} size={36} />
              </UnstyledButton>
            )}
          </EmojiPicker>
        </Input.Wrapper>
        <TextInput
          {...form.field('name')}
          onChange={event => rename(event.currentTarget.value)}
          label={t('projects.create.name')}
          placeholder={projectId === undefined ? t('projects.create.namePlaceholder') : undefined}
          required
          maxLength={200}
          autoComplete="off"
          flex={1}
          miw={0}
          data-autofocus
        />
      </Group>
      <div className={classes.row}>
        <TextInput
          {...form.field('key')}
          onChange={event => changeKey(event.currentTarget.value)}
          label={t('projects.create.key')}
          description={
            namesake
              ? t('projects.create.keyShared', { name: namesake.name })
              : t('projects.create.keyHint', { example: taskKey(12, key) })
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={6}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <ColorChoice value={colorOf(mark)} onChange={next => form.change({ color: next })} />
      </div>
    </>
  )
}

/** What the server would refuse. */
export function isProjectKey(key: string) {
  return key === '' || new RegExp(projectKeyPattern).test(key)
}

/** A color that was set through the API is offered, too. */
function ColorChoice({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const names = Object.keys(projectColors) as (keyof typeof projectColors)[]
  const choices = names.map(name => ({
    color: projectColors[name] as string,
    label: t(`projects.colors.${name}`),
  }))
  const isOwn = !choices.some(({ color }) => color === value)
  const all = isOwn ? [{ color: value, label: value }, ...choices] : choices
  return (
    <Input.Wrapper label={t('projects.create.color')} labelElement="div" labelProps={{ id }}>
      <div role="radiogroup" aria-labelledby={id} className={classes.colors}>
        {all.map(({ color, label }) => (
          <input
            key={color}
            type="radio"
            name={id}
            className={classes.color}
            style={{ '--color': color } as CSSProperties}
            aria-label={label}
            title={label}
            checked={color === value}
            onChange={() => onChange(color)}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}
