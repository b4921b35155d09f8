import { runPlan } from './run-plan.ts'
import type { Plan } from './steps.ts'

/** What broke, without the ids and numbers that differ from run to run; null where nothing did. */
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
 * The shortest plan it finds that breaks the same: it leaves out steps, many at a time, then one by one.
 * (fast-check's own shrinking makes every number of every step smaller first, for hours.)
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
