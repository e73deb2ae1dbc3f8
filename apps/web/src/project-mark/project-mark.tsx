import { Group, type SelectProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './project-mark.module.css'
import { colorOf, initialOf, letterColorOn, type MarkedProject } from './project-marks.ts'

interface ProjectMarkProps {
  project: MarkedProject
  /** In pixels. */
  size?: number
}

/** What a project is recognized by: its icon on a tint of its color, or its initial on the color. The name is always next to it. */
export function ProjectMark({ project, size = 22 }: ProjectMarkProps) {
  const { name, icon } = project
  const color = colorOf(project)
  const style = { '--mark-size': `${size}px`, '--mark-color': color, '--mark-letter': letterColorOn(color) }
  return (
    <span
      className={classes.mark}
      data-mark={icon ?? initialOf(name)}
      data-icon={icon !== null || undefined}
      style={style as CSSProperties}
      aria-hidden="true"
    />
  )
}

/** The props of a Select of projects that shows their marks. */
export function markedOptions(projects: MarkedProject[], chosenId?: number) {
  const chosen = projects.find(({ id }) => id === chosenId)
  return {
    data: projects.map(({ id, name }) => ({ value: String(id), label: name })),
    leftSection: chosen && <ProjectMark project={chosen} size={20} />,
    renderOption: ({ option }) => {
      const project = projects.find(({ id }) => String(id) === option.value)
      return (
        <Group gap="xs" wrap="nowrap">
          {project && <ProjectMark project={project} size={20} />}
          {option.label}
        </Group>
      )
    },
  } satisfies Pick<SelectProps, 'data' | 'leftSection' | 'renderOption'>
}
