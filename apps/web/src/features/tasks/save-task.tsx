import { hasStatus } from '@atrium/client/api-error'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { ConflictDialog, type Decision } from './conflict-dialog.tsx'
import { type TaskConflict, type TaskFields, useChangeTask } from './task.queries.ts'
import { tellRefusal } from './tell-refusal.ts'

/** Answers whether the field is settled; if not, what was typed is still the field's own to keep. */
type Save = (changes: TaskFields, version?: number) => Promise<boolean>

interface Question {
  conflict: TaskConflict
  decide: (decision: Decision) => void
}

const SaveContext = createContext<Save | null>(null)

/** Saves fields of the task below it, and asks which text shall stay when somebody else was faster. */
export function SaveTask({ task, children }: { task: Task; children: ReactNode }) {
  const { mutateAsync } = useChangeTask(task.id)
  const [question, setQuestion] = useState<Question>()

  const ask = async (conflict: TaskConflict) => {
    const decision = await new Promise<Decision>(decide => setQuestion({ conflict, decide }))
    setQuestion(undefined)
    return decision
  }

  const save: Save = async (changes, version = task.version) => {
    try {
      const conflict = await mutateAsync({ changes, version })
      if (!conflict) return true
      const decision = await ask(conflict)
      if (decision.keep === 'none') return false
      if (decision.keep === 'theirs') return true
      return save({ ...changes, ...decision.fields }, conflict.current.version)
    } catch (error) {
      if (hasStatus(error, 422)) tellRefusal(error)
      return false
    }
  }

  return (
    <SaveContext value={save}>
      {children}
      {question && <ConflictDialog {...question.conflict} onDecide={question.decide} />}
    </SaveContext>
  )
}

export function useSaveTask() {
  const save = useContext(SaveContext)
  if (!save) throw new Error('useSaveTask needs SaveTask around it')
  return save
}
