import { boardBackgrounds } from '@atrium/tasks/boards/board.contract'
import { Input } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './background-choice.module.css'
import './board-background.css'

type Background = (typeof boardBackgrounds)[number]

interface BackgroundChoiceProps {
  value: string | null
  onChoose: (background: Background | null) => void
}

/** Radio buttons that look like what they choose. */
export function BackgroundChoice({ value, onChoose }: BackgroundChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Input.Wrapper label={t('boards.backgrounds.label')} labelElement="div" labelProps={{ id }}>
      <div className={classes.choices} role="radiogroup" aria-labelledby={id}>
        {[null, ...boardBackgrounds].map(background => (
          <input
            key={background ?? 'none'}
            type="radio"
            name={id}
            className={classes.choice}
            data-board-background={background ?? undefined}
            aria-label={t(`boards.backgrounds.${background ?? 'none'}`)}
            title={t(`boards.backgrounds.${background ?? 'none'}`)}
            checked={background === value}
            onChange={() => onChoose(background)}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}
