/**
 * Waits for a step, but not longer than `ms`: a frozen tab may block a database without end. The step itself goes on.
 * @returns the step's result, or `late` if it did not end in time
 * @throws the error of the step
 */
export function inTime<T, L>(step: PromiseLike<T>, ms: number, late: L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout>
  const tooLate = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, ms, late)
  })
  return Promise.race([step, tooLate]).finally(() => clearTimeout(timer))
}
