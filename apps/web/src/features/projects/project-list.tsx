import type { Project } from '@atrium/tasks/projects/project.contract'
import { ProjectCard } from './project-card.tsx'
import classes from './project-list.module.css'

export function ProjectList({ projects }: { projects: Project[] }) {
  return (
    <ul className={classes.list}>
      {projects.map(project => (
        <li key={project.id}>
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  )
}
