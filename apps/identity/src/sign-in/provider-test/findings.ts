import type { ParamsOf } from '@atrium/core/catalogue'
import type { Language } from '@atrium/core/language'
import { fillIn, type Params } from '@atrium/texts/fill-in'
import type { Deps } from '#deps.ts'
import { texts } from '#texts.ts'
import { type ProviderTest, type TestedStep, type TestStep, testSteps } from './provider-test.contract.ts'

/** What a test needs of the service; the console tests with a database that it does not migrate. */
export type TestDeps = Pick<Deps, 'db' | 'outbound' | 'secrets' | 'settings' | 'now'>

type Texts = ReturnType<typeof texts>['signIn']['providerTest']
type Code = keyof Texts['messages']
/** Only what can be fixed has advice. */
type FailureCode = keyof Texts['advice'] & Code

type ParamsOfCode<C extends Code> = ParamsOf<{ text: (language: string) => Texts['messages'][C] }> &
  (C extends FailureCode ? ParamsOf<{ text: (language: string) => Texts['advice'][C] }> : object)

interface Finding {
  result: TestedStep['result']
  code: Code
  params: Params
}

/** What a test has found so far. A step that is not recorded was not reached. */
export interface Findings {
  ok: <C extends Code>(step: TestStep, code: C, params: ParamsOfCode<C>) => void
  skipped: <C extends Code>(step: TestStep, code: C, params: ParamsOfCode<C>) => void
  failed: <C extends FailureCode>(step: TestStep, code: C, params: ParamsOfCode<C>) => void
  hasFailed: (step: TestStep) => boolean
  /** For the steps that providers of the kind do not have. */
  notUsed: (...steps: TestStep[]) => void
  inLanguage: (language: Language) => TestOutcome
}

export type TestOutcome = Pick<ProviderTest, 'isReady' | 'steps'>

export function createFindings(): Findings {
  const found = new Map<TestStep, Finding>()
  const record = (result: Finding['result']) => (step: TestStep, code: Code, params: object) =>
    void found.set(step, { result, code, params: { ...params } })
  const skipped = record('skipped')
  return {
    ok: record('ok'),
    skipped,
    failed: record('failed'),
    hasFailed: step => found.get(step)?.result === 'failed',
    notUsed: (...steps) => {
      for (const step of steps) skipped(step, 'not_used', {})
    },
    inLanguage: language => ({
      isReady: [...found.values()].every(({ result }) => result !== 'failed'),
      steps: testSteps.map(step => ({ step, ...describe(found.get(step) ?? notChecked, language) })),
    }),
  }
}

const notChecked: Finding = { result: 'skipped', code: 'not_checked', params: {} }

function describe({ result, code, params }: Finding, language: Language) {
  const { messages, advice } = texts(language).signIn.providerTest
  const fix = result === 'failed' ? advice[code as FailureCode] : undefined
  return {
    result,
    code,
    message: fillIn(messages[code], params, language),
    advice: fix === undefined ? null : fillIn(fix, params, language),
  }
}
