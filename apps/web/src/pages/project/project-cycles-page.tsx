import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { projectQuery } from '../../data/projects/projects.ts'
import { PlanningBoard } from '../../features/cycles/planning-board.tsx'
import { useProjectRights } from '../../features/projects/project.queries.ts'

/** The code of charts is loaded when the first one is shown. */
const BurnDownChart = lazy(async () => ({
  default: (await import('../../features/reports/charts/burn-down-chart.tsx')).BurnDownChart,
}))

export default function ProjectCyclesPage() {
  const { projectId } = useParams({ from: '/project/$projectId/cycles' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { mayWrite, mayManage } = useProjectRights(project)
  return (
    <PlanningBoard
      project={project}
      mayWrite={mayWrite}
      mayManage={mayManage}
      renderBurnDown={cycle => <BurnDownChart cycle={cycle} />}
    />
  )
}
