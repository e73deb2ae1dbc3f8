import type { Loss, LossKind } from './plan/import-plan.contract.ts'

const MAX_EXAMPLE_LENGTH = 100

/** What the tasks of a part lose, counted by kind and listed by task. */
export function createLosses() {
  const all: { kind: LossKind; externalId: string; example: string | null }[] = []
  return {
    add: (kind: LossKind, externalId: string, example: string | null = null) => {
      all.push({
        kind,
        externalId,
        example: example && Array.from(example).slice(0, MAX_EXAMPLE_LENGTH).join(''),
      })
    },
    byTask: () => {
      const tasks = Map.groupBy(all, ({ externalId }) => externalId)
      return (externalId: string) => [...new Set((tasks.get(externalId) ?? []).map(({ kind }) => kind))]
    },
    counted: (): Loss[] =>
      [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, of]) => ({
        kind,
        count: of.length,
        example: of.find(({ example }) => example)?.example ?? null,
      })),
  }
}

export type Losses = ReturnType<typeof createLosses>
