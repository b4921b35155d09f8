import { runPlan } from './run-plan.ts'
import type { Plan } from './steps.ts'

/** The error of a run, without ids and numbers, which differ from run to run; null for a run without error. */
async function brokenBy(plan: Plan): Promise<string | null> {
  try {
    await runPlan(plan)
    return null
  } catch (error) {
    return String(error)
      .split('\n')[0]
      ?.replace(/[0-9a-f-]{36}|\d+/g, '#') as string
  }
}

/**
 * A shorter plan with the same error. The function leaves out steps, first many at a time, then one by one.
 * (fast-check's own shrinking first reduces every number of every step, which takes hours.)
 */
export async function reducePlan(plan: Plan): Promise<Plan> {
  const broken = await brokenBy(plan)
  let steps = plan.steps
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = steps.length - size; from >= 0; from -= size) {
      const fewer = steps.toSpliced(from, size)
      if ((await brokenBy({ ...plan, steps: fewer })) === broken) steps = fewer
    }
  }
  return { ...plan, steps }
}
